import type { ResultMessage } from '../codec/results.js';
import type { ClaudeActorsError } from '../errors.js';
import type { TurnOutcome } from '../machines/turnChart.js';
import { type Deferred, deferred } from '../util/deferred.js';
import { Fifo } from '../util/Fifo.js';
import { turnError } from './operations.js';

/** Follows the progress of a turn. */
export interface TurnFollower {
  started(): void;
  /** Without a result if the turn was lost, discarded or refused. */
  settled(result: ResultMessage | undefined, error?: ClaudeActorsError): void;
}

/** A message that was sent and waits for its result. */
export class OpenTurn {
  readonly #result: Deferred<ResultMessage> = deferred();
  #isOpen = true;
  #isStarted = false;
  #isRefused = false;
  #answer: ResultMessage | undefined;
  #error: ClaudeActorsError | undefined;
  #follower: TurnFollower | undefined;

  get result(): Promise<ResultMessage> {
    return this.#result.promise;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the CLI never got the message. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  follow(follower: TurnFollower): void {
    this.#follower = follower;
    if (this.#isStarted) follower.started();
    if (!this.#isOpen) follower.settled(this.#answer, this.#error);
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#follower?.started();
  }

  complete(result: ResultMessage): void {
    this.#isOpen = false;
    this.#answer = result;
    this.#follower?.settled(result);
    this.#result.resolve(result);
  }

  fail(error: ClaudeActorsError): this {
    this.#isOpen = false;
    this.#error = error;
    this.#follower?.settled(undefined, error);
    this.#result.reject(error);
    return this;
  }

  /** Fails it before the CLI has got the message. */
  refuse(error: ClaudeActorsError): this {
    this.#isRefused = true;
    return this.fail(error);
  }
}

/** The turns of a session that wait for their result, oldest first. */
export class OpenTurns {
  readonly #turns = new Map<string, OpenTurn>();
  /** In the order in which they were opened. Settled ones are removed when they are first. */
  readonly #inOrder = new Fifo<OpenTurn>();

  get uuids(): readonly string[] {
    return [...this.#turns.keys()];
  }

  get size(): number {
    return this.#turns.size;
  }

  get(uuid: string): OpenTurn | undefined {
    return this.#turns.get(uuid);
  }

  open(uuid: string): OpenTurn {
    const turn = new OpenTurn();
    this.#turns.set(uuid, turn);
    this.#inOrder.push(turn);
    this.#startOldest();
    return turn;
  }

  settle(uuid: string, outcome?: TurnOutcome, error?: ClaudeActorsError): void {
    const turn = this.#remove(uuid);
    if (outcome && 'result' in outcome) turn?.complete(outcome.result);
    else turn?.fail(error ?? turnError(outcome));
    this.#startOldest();
  }

  refuse(uuid: string, error: ClaudeActorsError): void {
    this.#remove(uuid)?.refuse(error);
    this.#startOldest();
  }

  #remove(uuid: string): OpenTurn | undefined {
    const turn = this.#turns.get(uuid);
    this.#turns.delete(uuid);
    return turn;
  }

  /** Old CLIs do not report the start of a message, so the oldest open turn counts as started. */
  #startOldest(): void {
    while (this.#inOrder.at(0)?.isOpen === false) this.#inOrder.shift();
    this.#inOrder.at(0)?.start();
  }
}
