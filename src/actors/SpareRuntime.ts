import { type Actor, createActor } from 'xstate';
import { ClaudeActorsError } from '../errors.js';
import { type SpareInput, type SpareOutcome, spareChart } from '../machines/spareChart.js';
import { compileMachine } from '../statechart/compileMachine.js';
import { deferred } from '../util/deferred.js';
import type { SessionStream } from './messages/SessionStream.js';
import { patientClock } from './patientClock.js';
import type { ActorSettings } from './runtimeSettings.js';

/** A CLI that was started early: from its spawn until a prompt is sent. */
export const spareMachine = compileMachine(spareChart, { wrapClock: patientClock });

export interface SpareOptions extends Omit<SpareInput, 'now'>, ActorSettings {
  /** Called when the prompt may be sent. */
  onPromptReleased(): void;
}

/** The hooks that the CLI runs before it answers the handshake. */
const startHooks: readonly unknown[] = ['SessionStart', 'Setup'];

/** Runs a spare's actor beside the session that owns the process. */
export class SpareRuntime {
  readonly actor: Actor<typeof spareMachine>;
  readonly #parked = deferred<void>();
  readonly #outcome = deferred<SpareOutcome>();

  constructor(stream: SessionStream, { onPromptReleased, clock, inspect, ...times }: SpareOptions) {
    const now = () => (clock as { now?(): number } | undefined)?.now?.() ?? performance.now();
    this.actor = createActor(spareMachine, {
      input: { ...times, now },
      clock: patientClock(clock),
      ...(inspect && { inspect }),
    });
    this.actor.on('parked', () => {
      stream.onMessages = undefined;
      this.#parked.resolve();
    });
    this.actor.on('promptReleased', onPromptReleased);
    this.actor.subscribe({ complete: () => this.#finish(times.startMs) });
    stream.onMessages = ({ frames }) => {
      for (const { message } of frames) this.#noteHook(message as Partial<HookMessage>);
    };
    this.actor.start();
    const { runtime } = stream;
    runtime.initialization.then(
      () => this.send({ type: 'session.ready' }),
      (error: unknown) => this.send({ type: 'session.ended', error }),
    );
    runtime.ended.then((outcome) => {
      this.send({ type: 'session.ended', error: 'error' in outcome ? outcome.error : undefined });
    });
  }

  /** Resolves when the handshake is done; rejects if the CLI ends or takes too long before that. */
  get parked(): Promise<void> {
    return this.#parked.promise;
  }

  /** How it ended: what became of the CLI that was waiting. */
  get outcome(): Promise<SpareOutcome> {
    return this.#outcome.promise;
  }

  get isParked(): boolean {
    return this.actor.getSnapshot().matches('parked');
  }

  /** XState's development build warns about events sent to an actor that has ended. */
  send(event: Parameters<Actor<typeof spareMachine>['send']>[0]): void {
    if (this.actor.getSnapshot().status === 'active') this.actor.send(event);
  }

  #noteHook({ subtype, hook_event: event, hook_id: id }: Partial<HookMessage>): void {
    if (id === undefined || !startHooks.includes(event)) return;
    if (subtype === 'hook_started') this.send({ type: 'hook.started', id });
    else if (subtype === 'hook_response') this.send({ type: 'hook.ended', id });
  }

  #finish(startMs: number): void {
    const { output } = this.actor.getSnapshot();
    if (output === undefined) return;
    if (output.kind === 'timedOut') this.#parked.reject(startTimedOut(startMs));
    else if (output.kind === 'exited') this.#parked.reject(output.error);
    this.#outcome.resolve(output);
  }
}

interface HookMessage {
  subtype: string;
  hook_event: string;
  hook_id: string;
}

function startTimedOut(limit: number): ClaudeActorsError {
  const message = `Subprocess initialization did not complete within ${limit}ms: Claude Code did not answer the initialize request. The usual cause is an MCP server or a plugin that is slow to start. Pass a longer \`initializeTimeoutMs\`, or start without it.`;
  return new ClaudeActorsError('InitializeTimeout', message, { operation: 'initialize', limit });
}
