import { expect } from '@jest/globals';
import type { InspectionEvent } from 'xstate';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import type { VersionVerdict } from '../../src/actors/process/Launch.js';
import { SessionRuntime } from '../../src/actors/SessionRuntime.js';
import { userMessageLine } from '../../src/codec/control.js';
import { defaultTimeouts } from '../../src/defaults.js';
import { ClaudeActorsError } from '../../src/errors.js';
import type { SessionEmitted } from '../../src/machines/session/sessionTypes.js';
import type { MachineSettings } from '../../src/machines/settings.js';
import {
  cliRequest,
  type SessionModelEvent,
} from '../../src/testing/model/session/sessionModelEvents.js';
import { type Deferred, deferred } from '../../src/util/deferred.js';
import { timersLeft } from '../support/leftovers.js';
import { settle, simulatedLaunch } from '../support/simulated.js';
import { Names } from './Names.js';
import { Readers } from './Readers.js';
import type { Line, Seen } from './Seen.js';
import { SessionRules } from './SessionRules.js';

type StimulusOf<Type extends string> = Extract<SessionModelEvent, { type: Type }>;

/** The state of a promise, as its holder sees it. */
export type Standing = 'pending' | 'fulfilled' | string;

function follow(promise: Promise<unknown>, note: (standing: Standing) => void): void {
  promise.then(
    () => note('fulfilled'),
    (error: unknown) => note(error instanceof ClaudeActorsError ? error.code : String(error)),
  );
}

const notStarted = { written: [], ended: false, signals: [] };

/**
 * A session on the real runtime: the production charts and actors over a process in memory and a
 * simulated clock. It does what a stimulus says, and checks what can be seen against the rules.
 */
export class SessionWorld {
  readonly #simulated;
  readonly #session: SessionRuntime;
  readonly #readers: Readers;
  /** The messages that the CLI has said, each by its uuid. */
  readonly #said: string[] = [];
  readonly #version: Deferred<VersionVerdict> = deferred();
  readonly #running = new Map<string, Deferred<unknown>>();
  readonly #standings = new Map<string, Standing>();
  readonly #rules: SessionRules;
  readonly #names = new Names();
  readonly #lines: Line[] = [];
  readonly #warnings: string[] = [];
  #delivered = 0;
  readonly events: SessionEmitted[] = [];
  #spawned = false;
  #over = false;

  constructor(settings: Partial<MachineSettings>, inspect?: (event: InspectionEvent) => void) {
    const run = (label: string, signal: AbortSignal) => {
      const answer = deferred<unknown>();
      this.#running.set(label, answer);
      this.#rules.callbackRuns(label, signal);
      return answer.promise as Promise<never>;
    };
    const hook = {
      id: 'hook_0',
      event: 'PreToolUse',
      group: 0,
      index: 0,
      timeoutMs: defaultTimeouts.hook,
      onFailure: 'continue' as const,
    };
    this.#simulated = simulatedLaunch(
      userCallbacks({
        hooks: [
          { ...hook, run: (_input, toolUseId, { signal }) => run(String(toolUseId), signal) },
        ],
        canUseTool: (_tool, _input, { toolUseID, signal }) => run(toolUseID, signal),
        mcpServers: {
          calc: (message, { signal }) => run(String(message.params), signal),
        },
      }),
      {
        checkVersion: (signal) => {
          if (signal.aborted) this.#version.resolve({ kind: 'accepted' });
          signal.addEventListener('abort', () => this.#version.resolve({ kind: 'accepted' }));
          return this.#version.promise;
        },
        lineBytes: 4 * 1024 * 1024,
      },
    );
    this.#rules = new SessionRules(settings);
    this.#session = new SessionRuntime(
      { launch: this.#simulated.launch, initialize: '{"subtype":"initialize"}', settings },
      {
        clock: this.#simulated.clock,
        inspect,
        onEvent: (event) => {
          this.events.push(event);
          if (event.type === 'messages') this.#delivered += event.frames.length;
          if (event.type === 'warning') this.#warnings.push(event.code);
        },
      },
    );
    follow(this.#session.started, (standing) => this.#standings.set('start', standing));
    follow(this.#session.initialization, (standing) =>
      this.#standings.set('initialization', standing),
    );
    follow(this.#session.ended, (standing) => this.#standings.set('end', standing));
    this.#readers = new Readers(this.#session);
    this.#session.start();
  }

  get #process() {
    return this.#simulated.process();
  }

  get #isStarted(): boolean {
    return this.#simulated.port.processes.length > 0;
  }

  get context() {
    return this.#session.actor.getSnapshot().context;
  }

  value(): unknown {
    return this.#session.actor.getSnapshot().value;
  }

  get isOver(): boolean {
    return this.#session.actor.getSnapshot().status !== 'active';
  }

  async perform(planned: SessionModelEvent): Promise<void> {
    const stimulus = this.#names.actual(planned);
    this.#rules.before(stimulus, this.#seen());
    this.#do(stimulus);
    await settle();
    const fails = stimulus.type === 'badPipe' && stimulus.mode === 'fail';
    if (fails || stimulus.type === 'breakPipe') {
      if (fails) this.#process.writes = 'accept';
      // The CLI does not exit, so the failure is reported.
      this.#simulated.clock.increment(defaultTimeouts.outputAfterExit);
      await settle();
    }
    await this.#readers.step();
    this.#rules.after(stimulus, this.#seen());
  }

  check(): void {
    this.#rules.check(this.#seen());
    this.#readers.check(this.#said);
    if (this.isOver) this.#checkNothingLeft();
  }

  async finish(): Promise<void> {
    // What waits for the pipe shows only once it is taken.
    if (!this.isOver && this.pipeIsHeld) {
      await this.perform({ type: 'releasePipe' });
      this.check();
    }
    if (!this.isOver) {
      await this.perform({ type: 'stop' });
      this.check();
      if (!this.isOver)
        await this.perform(this.#spawned ? { type: 'exit', code: 0 } : { type: 'spawnFail' });
      // The pipe may be held by a descendant for a while.
      if (!this.isOver) await this.perform({ type: 'time', ms: 500 });
    }
    expect(this.isOver).toBe(true);
    this.check();
    if (!this.#isStarted) return this.#readers.finish(this.#said);
    const lines = this.#process.written.length;
    this.#session.actor.send({ type: 'cli.cancel', requestId: 'late' });
    await settle();
    expect(this.#process.written).toHaveLength(lines);
    await this.#readers.finish(this.#said);
  }

  get pipeIsHeld(): boolean {
    return this.#isStarted && this.#process.writes === 'hold';
  }

  /** Whether the CLI has got the request, so that it may answer it. */
  hasGot(id: string): boolean {
    return this.#seen().written.some((line) => line.request_id === id);
  }

  #seen(): Seen {
    const { written, ended, signals } = this.#isStarted ? this.#process : notStarted;
    for (const line of written.slice(this.#lines.length)) {
      this.#lines.push(JSON.parse(line) as Line);
    }
    return {
      written: this.#lines,
      ended,
      signals,
      state: this.#session.state,
      turn: (this.value() as { running?: { turn: string } }).running?.turn,
      standings: this.#standings,
      now: this.#simulated.clock.now(),
      alive: this.#spawned && !this.#over,
      delivered: this.#delivered,
      warnings: this.#warnings,
      everRan: this.events.some((one) => one.type === 'stateChanged' && one.state === 'running'),
    };
  }

  #checkNothingLeft(): void {
    expect(timersLeft(this.#simulated.clock)).toBe(0);
    expect(this.#session.actor.getSnapshot().children).toEqual({});
    if (this.#isStarted) expect(this.#process.released).toBe(true);
    expect([...this.#standings.values()]).not.toContain('pending');
    expect(this.#standings.get('end')).toBe('fulfilled');
  }

  #emit(message: object): void {
    if (this.#spawned && !this.#over) this.#process.stdout(`${JSON.stringify(message)}\n`);
  }

  #request(
    { label, subtype = 'mcp_status', timeoutMs, cancelsMessage }: StimulusOf<'request'>,
    signal: AbortSignal,
  ): void {
    this.#standings.set(label, 'pending');
    const fields = { label, message_uuid: cancelsMessage };
    follow(this.#session.control(subtype, fields, { signal, timeoutMs }), (standing) =>
      this.#standings.set(label, standing),
    );
  }

  readonly #aborts = new Map<string, AbortController>();

  #do(stimulus: SessionModelEvent): void {
    switch (stimulus.type) {
      case 'spawn':
        this.#process.spawn(7);
        this.#spawned = true;
        break;
      case 'spawnFail':
        this.#process.fail(new ClaudeActorsError('CliNotFound', 'not there'));
        this.#over = true;
        break;
      case 'send': {
        this.#standings.set(stimulus.uuid, 'pending');
        const line = userMessageLine({ content: 'x', uuid: stimulus.uuid });
        follow(this.#session.send(stimulus.uuid, line).result, (standing) =>
          this.#standings.set(stimulus.uuid, standing),
        );
        break;
      }
      case 'request': {
        const abort = new AbortController();
        this.#aborts.set(stimulus.label, abort);
        this.#request(stimulus, abort.signal);
        break;
      }
      case 'cancelRequest':
        this.#aborts.get(stimulus.label)?.abort();
        break;
      case 'end':
        void this.#session.end();
        break;
      case 'stop':
        void this.#session.stop();
        break;
      case 'answer': {
        const { id, ok = true } = stimulus;
        const response = ok
          ? { subtype: 'success', request_id: id, response: stimulus.response ?? {} }
          : { subtype: 'error', request_id: id, error: 'no' };
        this.#emit({ type: 'control_response', response });
        break;
      }
      case 'callback': {
        const { id, kind } = stimulus;
        this.#emit({ type: 'control_request', request_id: id, request: cliRequest(kind, id) });
        break;
      }
      case 'userAnswers':
        this.#running.get(stimulus.id)?.resolve(stimulus.value);
        break;
      case 'userThrows':
        void this.#running.get(stimulus.id)?.reject(new Error('boom'));
        break;
      case 'cliCancels':
        this.#emit({ type: 'control_cancel_request', request_id: stimulus.id });
        break;
      case 'frame': {
        if (!this.#spawned || this.#over) break;
        const uuid = `m${this.#said.length}`;
        this.#said.push(uuid);
        this.#emit({ ...stimulus.message, uuid });
        break;
      }
      case 'garbage':
        if (this.#spawned && !this.#over) this.#process.stdout('not json\n');
        break;
      case 'hugeLine':
        if (this.#spawned && !this.#over) this.#process.stdout('x'.repeat(stimulus.bytes));
        break;
      case 'newline':
        if (this.#spawned && !this.#over) this.#process.stdout('\n');
        break;
      case 'badPipe':
        this.#process.writes = stimulus.mode;
        this.#do(stimulus.doing);
        break;
      case 'holdPipe':
        this.#process.writes = 'hold';
        break;
      case 'releasePipe':
        this.#process.writes = 'accept';
        this.#process.acceptHeld();
        break;
      case 'breakPipe':
        this.#process.writes = 'accept';
        this.#process.failHeld();
        break;
      case 'exit':
        if (this.#over) break;
        if (!this.#spawned) this.#do({ type: 'spawn' });
        this.#over = true;
        if (!stimulus.held) this.#process.endStdout();
        this.#process.exit({ code: stimulus.code });
        break;
      case 'version':
        this.#version.resolve(
          stimulus.verdict === 'rejected'
            ? { kind: 'rejected', error: new ClaudeActorsError('UnsupportedCliVersion', 'old') }
            : stimulus.verdict === 'warning'
              ? { kind: 'accepted', warnings: [{ code: 'VersionProbeFailed', message: 'silent' }] }
              : { kind: 'accepted', version: '2.1.325' },
        );
        break;
      case 'time':
        this.#simulated.clock.increment(stimulus.ms);
        break;
    }
  }
}
