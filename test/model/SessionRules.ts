import { expect } from '@jest/globals';
import type { SessionSettings } from '../../src/machines/session/sessionTypes.js';
import { CallbackRules } from './CallbackRules.js';
import { NewsRules } from './NewsRules.js';
import { RunRules } from './RunRules.js';
import type { SessionStimulus } from './sessionStimuli.js';

/** What an outsider sees of a session at one moment. */
export interface Seen {
  /** The lines that the CLI got, parsed. */
  written: readonly Line[];
  /** Whether it got the end of its input. */
  ended: boolean;
  signals: readonly string[];
  state: string;
  standings: ReadonlyMap<string, string>;
  now: number;
  /** Whether the process is there to say something. */
  alive: boolean;
  /** How many messages whoever listens was given. */
  delivered: number;
  warnings: readonly string[];
  /** Whether it has ever been running, if only for a moment. */
  everRan: boolean;
}

export interface Line {
  type: string;
  uuid?: string;
  request_id?: string;
  request?: { subtype: string; label?: string };
  response?: { subtype: string; request_id: string; response?: Record<string, unknown> };
}

interface Asked {
  label: string;
  kind: 'send' | 'request';
  subtype: string;
  /** How it must have been settled; undefined while it must be pending. */
  fate?: string;
  writtenAt?: number;
}

const timeouts: Readonly<Record<string, number>> = { interrupt: 5000 };
const before = ['starting', 'initSent'];
const after = ['stopping', 'stopped', 'failed'];

/**
 * The rules of runtime.md about what is seen from outside, kept by their own simple books and with
 * no look at the charts. They hold after every step, whatever the path.
 */
export class SessionRules {
  readonly #limits: { queued: number; pending: number };
  readonly #asked: Asked[] = [];
  readonly #afterEnd: Asked[] = [];
  readonly #news = new NewsRules();
  readonly #callbacks: CallbackRules;
  readonly #run: RunRules;
  #everRan = false;
  #endAsked = false;
  /** Something else than the end of the run closes the input: stop, a failed start, a stuck pipe. */
  #cutShort = false;
  /** What a pipe that fails or holds does is judged more mildly: who was first is not seen. */
  #badPipe = false;
  #initAnswered = false;
  /** The CLI has answered the handshake, or has called a hook or asked for a permission. */
  #saidYes = false;
  #initWrittenAt: number | undefined;
  #lost = false;
  #endedInTime = false;
  readonly #stallStops: boolean;

  constructor(settings: Partial<SessionSettings>) {
    this.#limits = {
      queued: settings.limits?.queuedOperations ?? 16,
      pending: settings.limits?.pendingRequests ?? 64,
    };
    this.#stallStops = settings.stall?.action === 'stop';
    this.#callbacks = new CallbackRules(settings);
    this.#run = new RunRules();
  }

  callbackRuns(id: string, signal: AbortSignal): void {
    this.#callbacks.runs(id, signal);
  }

  before(stimulus: SessionStimulus, seen: Seen): void {
    const over = seen.state === 'stopped' || seen.state === 'failed';
    if (stimulus.type === 'send' && !over) this.#ask(stimulus.uuid, 'send', 'send', seen);
    if (stimulus.type === 'request' && !over) {
      this.#ask(stimulus.label, 'request', stimulus.subtype ?? 'mcp_status', seen);
    }
    if (over) return;
    const mute = ['mcp', 'elicitation'];
    if (stimulus.type === 'callback' && !mute.includes(stimulus.kind)) {
      this.#saidYes = true;
    }
    if (stimulus.type === 'end') this.#endAsked = true;
    if (stimulus.type === 'stop') this.#cutShort = true;
    if (stimulus.type === 'version' && stimulus.verdict === 'rejected') this.#cutShort = true;
    if (stimulus.type === 'badPipe') this.#badPipe = true;
    if (stimulus.type === 'answer' && stimulus.id === 'req_0' && !this.#initAnswered) {
      this.#initAnswered = true;
      if (stimulus.ok === false) this.#cutShort = true;
      else this.#saidYes = true;
    }
    this.#news.before(stimulus, seen, this.#run.isWorking());
    this.#callbacks.before(stimulus, seen);
  }

  #ask(label: string, kind: Asked['kind'], subtype: string, seen: Seen): void {
    const asked: Asked = { label, kind, subtype };
    if (before.includes(seen.state)) {
      const queued = this.#asked.filter((one) => !one.fate).length;
      if (queued >= this.#limits.queued) asked.fate = 'InitQueueOverflow';
      else if (kind === 'send' && this.#endAsked) this.#afterEnd.push(asked);
    } else if (after.includes(seen.state) || (kind === 'send' && this.#endAsked)) {
      asked.fate = 'SessionStopped';
    } else if (kind === 'request' && this.#pendingRequests() >= this.#limits.pending) {
      asked.fate = 'TooManyPendingRequests';
    }
    this.#asked.push(asked);
  }

  #pendingRequests(): number {
    return this.#asked.filter((one) => one.kind === 'request' && !one.fate).length;
  }

  after(stimulus: SessionStimulus, seen: Seen): void {
    if (seen.everRan) this.#everRan = true;
    const early = !this.#everRan && after.includes(seen.state);
    if (early || (this.#stallStops && seen.state === 'stopping')) this.#cutShort = true;
    // What was asked for after the end is refused once its turn comes.
    if (this.#everRan) for (const asked of this.#afterEnd) asked.fate ??= 'SessionStopped';
    this.#noteWritten(seen);
    this.#settleOperations(stimulus, seen);
    const sent = this.#asked.filter((one) => one.kind === 'send' && one.writtenAt !== undefined);
    for (const { label, fate } of sent) if (!fate) this.#run.sent(label);
    for (const [uuid, fate] of this.#run.take(stimulus, seen)) this.#settle(uuid, fate);
    this.#callbacks.after(stimulus, seen);
    if (after.includes(seen.state)) this.#settleAtEnd(seen);
  }

  #noteWritten(seen: Seen): void {
    if (seen.written.length > 0) this.#initWrittenAt ??= seen.now;
    for (const line of seen.written) {
      const label = line.type === 'user' ? line.uuid : line.request?.label;
      const asked = this.#asked.find((one) => one.label === label);
      if (asked) asked.writtenAt ??= seen.now;
    }
  }

  #settle(label: string, fate: string): void {
    const asked = this.#asked.find((one) => one.label === label);
    if (asked) asked.fate ??= fate;
  }

  #settleOperations(stimulus: SessionStimulus, seen: Seen): void {
    if (stimulus.type === 'cancelRequest') this.#settle(stimulus.label, 'Aborted');
    if (stimulus.type === 'answer') {
      const line = seen.written.find((one) => one.request_id === stimulus.id);
      const label = line?.request?.label;
      if (label) this.#settle(label, stimulus.ok === false ? 'ControlRejected' : 'fulfilled');
    }
    for (const asked of this.#asked) {
      if (asked.kind !== 'request' || asked.writtenAt === undefined) continue;
      const limit = timeouts[asked.subtype] ?? 30_000;
      if (seen.now - asked.writtenAt >= limit) asked.fate ??= 'ControlTimeout';
    }
  }

  /** Nothing can be answered any more. */
  #settleAtEnd(seen: Seen): void {
    const gone = seen.state === 'stopped' || seen.state === 'failed';
    for (const asked of this.#asked) {
      if (asked.kind === 'request' && this.#cutShortOrGone(gone)) {
        const reached = asked.writtenAt !== undefined || this.#everRan;
        asked.fate ??= reached ? 'SessionStopped' : 'SessionNotInitialized';
      }
      if (asked.kind === 'send') {
        if (!this.#everRan) asked.fate ??= 'SessionNotInitialized';
        else if (gone) asked.fate ??= 'TurnLost';
      }
    }
    if (gone) this.#lost = true;
  }

  #cutShortOrGone(gone: boolean): boolean {
    return gone || this.#cutShort || !this.#everRan;
  }

  check(seen: Seen): void {
    if (this.#everRan && !this.#saidYes) throw new Error('it runs, and the CLI never said yes');
    this.#checkOrder(seen);
    this.#news.check(seen);
    if (!this.#badPipe) this.#checkStandings(seen);
    this.#callbacks.check(seen, this.#badPipe);
    this.#checkEndOfInput(seen);
  }

  /** Ids count up from 0, the handshake is first, and all else is written in the order asked. */
  #checkOrder(seen: Seen): void {
    const ids = seen.written.filter((line) => line.type === 'control_request');
    const numbers = ids.map((line) => Number(line.request_id?.replace('req_', '')));
    // A pipe that fails swallows a number.
    const inOrder = [...new Set(numbers)].sort((a, b) => a - b);
    same(numbers, this.#badPipe ? inOrder : ids.map((_, index) => index));
    if (ids[0]) same(ids[0].request?.subtype, 'initialize');
    const labels = seen.written.flatMap((line) => {
      const label = line.type === 'user' ? line.uuid : line.request?.label;
      return label === undefined ? [] : [label];
    });
    const order = this.#asked.map((one) => one.label).filter((label) => labels.includes(label));
    same(labels, order);
    if (!this.#everRan) same(labels, []);
  }

  #checkStandings(seen: Seen): void {
    const real = this.#asked.map(({ label }) => [label, seen.standings.get(label)]);
    const must = this.#asked.map(({ label, fate }) => [label, fate ?? 'pending']);
    same(real, must);
    if (this.#lost && must.some(([, fate]) => fate === 'pending')) {
      throw new Error('something is still pending after the end');
    }
  }

  /** Input is closed when the run is over, neither before nor later. */
  #checkEndOfInput(seen: Seen): void {
    if (this.#badPipe || this.#cutShort || seen.state === 'failed') return;
    if (this.#endedInTime) return;
    const shaken = this.#initAnswered || seen.now - (this.#initWrittenAt ?? 0) >= 30_000;
    const idle = shaken && this.#pendingRequests() === 0 && this.#callbacks.pending === 0;
    const over = this.#endAsked && idle && this.#run.isOver(seen.now);
    if (seen.ended && !over) throw new Error('input was closed before the run was over');
    this.#endedInTime = seen.ended;
    if (!seen.ended && over && seen.state === 'running') {
      throw new Error('the run is over, and input is still open');
    }
  }
}

/** A comparison that costs little while it holds: there are very many of them. */
function same(real: unknown, must: unknown): void {
  if (JSON.stringify(real) !== JSON.stringify(must)) expect(real).toEqual(must);
}
