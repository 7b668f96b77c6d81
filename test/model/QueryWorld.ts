import { expect } from '@jest/globals';
import type { InspectionEvent } from 'xstate';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import type { VersionVerdict } from '../../src/actors/process/Launch.js';
import { QueryRuntime } from '../../src/actors/QueryRuntime.js';
import { ClaudeActorsError } from '../../src/errors.js';
import type { QueryItem } from '../../src/machines/query/queryTypes.js';
import type { MachineSettings } from '../../src/machines/settings.js';
import type { QueryModelEvent } from '../../src/testing/model/query/queryModelEvents.js';
import { queryControls, queryMessages } from '../../src/testing/model/query/queryModelEvents.js';
import { type Deferred, deferred } from '../../src/util/deferred.js';
import { timersLeft } from '../support/leftovers.js';
import { settle, simulatedLaunch } from '../support/simulated.js';
import { QueryRules } from './QueryRules.js';

const floodBytes = 10_000;

function nameOf(item: QueryItem): string {
  if (item.kind === 'message') return 'message';
  return item.kind === 'warning' ? `warning ${item.warning.code}` : `error ${item.error.code}`;
}

/** A query on the real runtime, read by a consumer that pulls when the test says so. */
export class QueryWorld {
  readonly #simulated;
  readonly #query: QueryRuntime;
  readonly #rules: QueryRules;
  readonly #version: Deferred<VersionVerdict> = deferred();
  readonly #got: string[] = [];
  #end: string | undefined;
  #pulling = false;
  #spawned = false;
  #over = false;
  #closed = false;

  constructor(settings: Partial<MachineSettings>, inspect?: (event: InspectionEvent) => void) {
    this.#simulated = simulatedLaunch(userCallbacks({ mcpServers: { calc: () => undefined } }), {
      checkVersion: () => this.#version.promise,
      lineBytes: 4 * 1024 * 1024,
    });
    this.#rules = new QueryRules(settings);
    const { launch, clock } = this.#simulated;
    this.#query = new QueryRuntime(
      { launch, settings },
      { clock, inspect, unreadBytes: floodBytes },
    ).start();
  }

  get #process() {
    return this.#simulated.process();
  }

  get #isStarted(): boolean {
    return this.#simulated.port.processes.length > 0;
  }

  get isOver(): boolean {
    return this.#query.actor.getSnapshot().status !== 'active';
  }

  value(): unknown {
    return this.#query.actor.getSnapshot().value;
  }

  async perform(stimulus: QueryModelEvent): Promise<void> {
    this.#rules.take(stimulus);
    this.#do(stimulus);
    await settle();
  }

  check(): void {
    // A consumer that has closed reads nothing more, and gets nothing more.
    if (!this.#closed) expect(this.#rules.items.slice(0, this.#got.length)).toEqual(this.#got);
    if (this.#end !== undefined) expect(this.#end).toBe(this.#rules.end);
    // The pipe waits while, and only while, too much is unread.
    const unread = this.#rules.items.length - this.#got.length;
    if (unread === 0 && this.#isStarted && !this.isOver) expect(this.#process.paused).toBe(false);
    // Nothing is started before the verdict, and nothing after a bad one.
    expect(this.#isStarted).toBe(this.#rules.started);
    if (this.isOver) {
      expect(timersLeft(this.#simulated.clock)).toBe(0);
      expect(this.#query.actor.getSnapshot().children).toEqual({});
      if (this.#isStarted) expect(this.#process.released).toBe(true);
    }
  }

  async finish(): Promise<void> {
    if (this.#rules.phase === 'starting') await this.perform({ type: 'close', reason: 'close' });
    if (this.#rules.phase !== 'closed') await this.perform({ type: 'exit', code: 0 });
    for (let pulls = 0; this.#end === undefined && pulls < 100; pulls++) {
      await this.perform({ type: 'pull' });
    }
    this.check();
    if (!this.#closed) expect(this.#got).toEqual(this.#rules.items);
    expect(this.#end).toBe(this.#rules.end);
    if (!this.isOver) await this.perform({ type: 'exit', code: 0 });
    if (!this.isOver) await this.perform({ type: 'time', ms: 500 });
    expect(this.isOver).toBe(true);
    this.check();
    await this.#query.exited;
  }

  /** Pulls until nothing is left, and keeps the last pull waiting. */
  #pull(): void {
    if (this.#pulling || this.#end !== undefined) return;
    this.#pulling = true;
    this.#query.next().then(
      ({ done, value }) => {
        this.#pulling = false;
        if (done) this.#end = '';
        else {
          this.#got.push(nameOf(value));
          if (this.#draining) this.#pull();
        }
      },
      (error: unknown) => {
        this.#pulling = false;
        this.#end = error instanceof ClaudeActorsError ? error.code : String(error);
      },
    );
  }

  #draining = false;

  #emit(text: string | Uint8Array): void {
    if (!this.#isStarted || this.#over) return;
    this.#mustBeAlive();
    this.#process.stdout(text);
  }

  #mustBeAlive(): void {
    if (!this.#spawned && !this.#over) this.#process.spawn(7);
    this.#spawned = true;
  }

  #do(stimulus: QueryModelEvent): void {
    this.#draining = stimulus.type === 'pull';
    switch (stimulus.type) {
      case 'spawn':
        this.#mustBeAlive();
        break;
      case 'spawnFail':
        this.#process.fail(new ClaudeActorsError('CliNotFound', 'not there'));
        this.#over = true;
        break;
      case 'message':
        this.#emit(`${JSON.stringify(queryMessages[stimulus.kind])}\n`);
        break;
      case 'result': {
        const message = { type: 'result', subtype: 'success', is_error: stimulus.isError ?? false };
        this.#emit(`${JSON.stringify(message)}\n`);
        break;
      }
      case 'flood': {
        const message = { type: 'system', subtype: 'x', text: 'x'.repeat(floodBytes) };
        this.#emit(`${JSON.stringify(message)}\n`);
        break;
      }
      case 'control':
        this.#emit(`${JSON.stringify(queryControls[stimulus.kind])}\n`);
        break;
      case 'line':
        this.#line(stimulus.kind);
        break;
      case 'outputEnded':
        this.#process.endStdout();
        this.#outputOpen = false;
        break;
      case 'exit':
        if (this.#over) break;
        this.#mustBeAlive();
        this.#over = true;
        if (this.#outputOpen) this.#process.endStdout();
        this.#process.exit({ code: stimulus.code });
        break;
      case 'time':
        this.#simulated.clock.increment(stimulus.ms);
        break;
      case 'pull':
        this.#pull();
        break;
      case 'close':
        this.#closed = true;
        void this.#query.close(stimulus.reason);
        break;
      case 'interrupt':
        this.#query.interrupt();
        break;
      case 'version':
        this.#version.resolve(
          stimulus.verdict === 'rejected'
            ? { kind: 'rejected', error: new ClaudeActorsError('UnsupportedCliVersion', 'old') }
            : stimulus.verdict === 'warning'
              ? { kind: 'accepted', warnings: [{ code: 'VersionProbeFailed', message: 'silent' }] }
              : { kind: 'accepted' },
        );
        break;
    }
  }

  #outputOpen = true;

  #line(kind: string): void {
    if (kind === 'notJson') this.#emit('not json\n');
    if (kind === 'badUtf8') this.#emit(Uint8Array.of(0xff, 0x0a));
    if (kind === 'noType') this.#emit('{}\n');
    if (kind === 'oversize') this.#emit('x'.repeat(5 * 2 ** 20));
    if (kind === 'large') this.#emit('x'.repeat(2 ** 20));
    if (kind === 'cutOff') {
      this.#emit('{"type":');
      this.#process.endStdout();
      this.#outputOpen = false;
    }
  }
}
