import type { JsonObject } from '../../codec/jsonObject.js';
import type { Step } from '../scenario.js';
import { CliTurn, type PromptMessage } from './CliTurn.js';
import type { Cli } from './cli.js';
import type { DeferredCall } from './DeferredCalls.js';
import { playTurn, replayMessage } from './playTurn.js';
import { type Ending, resultFrame } from './resultFrame.js';
import type { TaskNotice } from './Tasks.js';

const defaultTurn: readonly Step[] = [
  { text: 'Hello! This is a simulated answer to "{prompt}". No model was asked.' },
];

/** Endings after which 2.1.325 reports a message as cancelled. */
const cancelling: ReadonlySet<Ending['kind']> = new Set([
  'aborted',
  'apiError',
  'maxBudget',
  'misshapen',
]);

/** The CLI's main loop: plays a turn for each message and each ended task, one at a time. */
export class MainLoop {
  readonly #cli: Cli;
  readonly #queue: PromptMessage[] = [];
  readonly #notices: TaskNotice[] = [];
  /** Messages that have not been reported as queued yet. */
  readonly #notYetQueued: PromptMessage[] = [];
  /** Results that a one-shot CLI holds back until everything is over. */
  readonly #heldResults: (() => void)[] = [];
  readonly #seenUuids: Set<string>;
  #turn: CliTurn | undefined;
  /** The call to come back to before anything else. */
  #deferred: DeferredCall | undefined;
  #turns = 0;
  #results = 0;
  #isBusy = false;
  /** An interrupt came before the turn it is meant for had started. */
  #interruptNextTurn = false;
  /** Whether a new message is reported as queued at once. */
  #announcesAtOnce = false;
  #isInputEnded = false;
  #isExiting = false;
  #lastIsError = false;

  /** `seenUuids`: the messages that the conversation has already. */
  constructor(cli: Cli, seenUuids: readonly string[] = []) {
    this.#cli = cli;
    this.#seenUuids = new Set(seenUuids);
  }

  receive(message: PromptMessage): void {
    const { uuid } = message;
    if (uuid !== undefined && this.#seenUuids.has(uuid)) {
      // The CLI silently drops a message that it has seen before.
      if (!this.#isBusy) this.#cli.state.announce();
      return;
    }
    if (uuid !== undefined) this.#seenUuids.add(uuid);
    this.#queue.push(message);
    if (this.#isBusy && this.#announcesAtOnce) this.#writeLifecycle(message, 'queued');
    else this.#notYetQueued.push(message);
    this.#startWork();
  }

  /** Comes back to the call that the conversation waits for, if there is one. */
  continueDeferred(): void {
    this.#deferred = this.#cli.deferredCalls.load();
    if (this.#deferred) this.#startWork();
  }

  taskEnded(notice: TaskNotice): void {
    this.#notices.push(notice);
    this.#startWork();
  }

  endInput(): void {
    this.#isInputEnded = true;
    this.#exitIfDone();
  }

  interrupt(): string[] {
    if (this.#turn) this.#turn.interrupt();
    else this.#interruptNextTurn = this.#isBusy;
    return this.#queue.flatMap(({ uuid }) => uuid ?? []);
  }

  cancel(uuid: string): boolean {
    const isMeant = (message: PromptMessage) => message.uuid === uuid;
    const at = this.#queue.findIndex(isMeant);
    const [message] = at === -1 ? [] : this.#queue.splice(at, 1);
    if (!message) return false;
    const unannounced = this.#notYetQueued.indexOf(message);
    if (unannounced !== -1) this.#notYetQueued.splice(unannounced, 1);
    this.#writeLifecycle(message, 'cancelled');
    return true;
  }

  interruptAndExit(): void {
    this.#isExiting = true;
    if (this.#turn) {
      this.#turn.interrupt();
      return;
    }
    // 2.1.197 loses a result that it held back for a background agent.
    if (this.#cli.traits.recent) this.#printHeld();
    this.#cli.tasks.abandonAll();
    this.#cli.exit({ code: 0 });
  }

  /** The process has exited: stops playing. */
  abandon(): void {
    this.#isExiting = true;
    this.#turn?.interrupt();
  }

  hasBegun(): boolean {
    return this.#turns > 0;
  }

  #startWork(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    const { state, mcp, traits, tasks } = this.#cli;
    state.change('running');
    if (!traits.recent && this.#turns === 0) mcp.trackConnecting(mcp.connect());
    // The CLI reads all lines that came together before it acts on the first.
    await Promise.resolve();
    if (this.#deferred) await this.#playDeferred(this.#deferred);
    let batch = await this.#takeFirst();
    while (!this.#isExiting) {
      const notice = batch.length > 0 ? undefined : this.#notices.shift();
      if (batch.length > 0) await this.#run(batch);
      else if (notice) await this.#playNotice(notice);
      else break;
      batch = this.#queue.splice(0);
      for (const message of batch) this.#writeLifecycle(message, 'started');
    }
    this.#isBusy = false;
    this.#announcesAtOnce = false;
    if (this.#isExiting) {
      this.#printHeld();
      this.#cli.exit({ code: 0 });
      return;
    }
    if (!tasks.hasAgents) this.#printHeld();
    // For 2.1.325, a working background agent means that the session is running.
    if (!traits.recent || !tasks.hasAgents) state.change('idle');
    this.#exitIfDone();
  }

  /** An idle CLI starts with the first message alone. Others that came with it wait for the next turn. */
  async #takeFirst(): Promise<PromptMessage[]> {
    const { mcp } = this.#cli;
    const [first] = this.#queue.splice(0, 1);
    const later = this.#notYetQueued.splice(0).filter((message) => message !== first);
    this.#announcesAtOnce = true;
    const tellLater = () => {
      for (const message of later.splice(0)) this.#writeLifecycle(message, 'queued');
    };
    if (first) this.#writeLifecycle(first, 'queued');
    if (mcp.connecting) tellLater();
    await mcp.connecting;
    if (first) this.#writeLifecycle(first, 'started');
    tellLater();
    return first ? [first] : [];
  }

  async #run(messages: readonly PromptMessage[]): Promise<void> {
    const { turns = [defaultTurn] } = this.#cli.scenario;
    const steps = turns[Math.min(this.#turns, turns.length - 1)] ?? defaultTurn;
    this.#turns += 1;
    for (const { uuid } of messages) if (uuid !== undefined) this.#cli.files.checkpoint(uuid);
    await this.#play(new CliTurn(messages, this.#cli.timers.now()), steps);
  }

  async #playDeferred(call: DeferredCall): Promise<void> {
    this.#deferred = undefined;
    this.#cli.numberFrom('tool', call.tools);
    await this.#play(new CliTurn([], this.#cli.timers.now(), undefined, call), []);
  }

  async #playNotice({ task, text, announce }: TaskNotice): Promise<void> {
    announce();
    this.#cli.conversation.addUser(text);
    const seen = { producer: 'session-task', runId: task.runId };
    const origin = { kind: 'task-notification', ...(this.#cli.traits.recent && seen) };
    await this.#play(new CliTurn([], this.#cli.timers.now(), origin), task.afterwards);
  }

  async #play(turn: CliTurn, steps: readonly Step[]): Promise<void> {
    this.#turn = turn;
    if (this.#interruptNextTurn) turn.interrupt();
    this.#interruptNextTurn = false;
    // The CLI reads all lines that came together before the turn goes on.
    await Promise.resolve();
    const ending = await playTurn(this.#cli, turn, steps, () => this.#joinTurn(turn));
    this.#turn = undefined;
    if (!this.#isExiting && (turn.putOff || !turn.resumed))
      this.#cli.deferredCalls.save(turn.putOff);
    this.#finish(turn, ending);
  }

  /** Messages that arrive during a turn join it after its tools. */
  #joinTurn(turn: CliTurn): void {
    this.#joinNotices();
    for (const message of this.#queue.splice(0)) {
      this.#cli.conversation.addUser(message.content, message.uuid);
      this.#writeLifecycle(message, 'started');
      if (message.uuid !== undefined) turn.joinedUuids.push(message.uuid);
      if (this.#cli.flags.replayUserMessages) replayMessage(this.#cli, message);
    }
  }

  /** 2.1.325 reports ended tasks to the model at once. A scripted model gets a turn for each. */
  #joinNotices(): void {
    const { traits, scenario, conversation } = this.#cli;
    if (!traits.recent || scenario.model !== 'api') return;
    for (const { text, announce } of this.#notices.splice(0)) {
      announce();
      conversation.addUser(text);
    }
  }

  #finish(turn: CliTurn, ending: Ending): void {
    const end = cancelling.has(ending.kind) ? 'cancelled' : 'completed';
    for (const uuid of turn.joinedUuids) this.#writeLifecycle({ uuid, content: '' }, end);
    this.#result(turn, ending);
    for (const message of turn.messages) this.#writeLifecycle(message, end);
  }

  #result(turn: CliTurn, ending: Ending): void {
    const index = this.#results++;
    const build = () => resultFrame(this.#cli, turn, ending, index);
    const print = (frame: JsonObject) => {
      this.#lastIsError = frame.is_error === true;
      this.#cli.output.message(frame);
    };
    if (this.#cli.flags.session) {
      print(build());
      return;
    }
    // 2.1.325 builds the result when it prints it, 2.1.197 when the turn ends.
    const built = this.#cli.traits.recent ? undefined : build();
    this.#heldResults.push(() => print(built ?? build()));
  }

  #printHeld(): void {
    for (const print of this.#heldResults.splice(0)) print();
  }

  #writeLifecycle({ uuid }: PromptMessage, state: string): void {
    if (!this.#cli.traits.recent || uuid === undefined) return;
    this.#cli.output.message({ type: 'command_lifecycle', command_uuid: uuid, state });
  }

  #exitIfDone(): void {
    const isWaiting = this.#isBusy || this.#notices.length > 0 || this.#cli.tasks.hasAgents;
    if (!this.#isInputEnded || isWaiting) return;
    this.#printHeld();
    this.#cli.exit({ code: this.#lastIsError ? 1 : 0 });
  }
}
