import type { MachineSettings } from '../../src/machines/settings.js';
import type { SessionModelEvent } from '../../src/testing/model/session/sessionModelEvents.js';
import { CallbackRules } from './CallbackRules.js';
import { NewsRules } from './NewsRules.js';
import { labelOf, PipeRules } from './PipeRules.js';
import { RunRules } from './RunRules.js';
import { type Seen, same } from './Seen.js';
import { TurnStateRules } from './TurnStateRules.js';

interface Asked {
  label: string;
  kind: 'send' | 'request';
  subtype: string;
  askedAt: number;
  timeoutMs?: number;
  cancelsMessage?: string;
  /** How it must have been settled; undefined while it must be pending. */
  fate?: string;
  /** Another outcome at the same moment: which came first cannot be seen. */
  orElse?: string;
  /** When it was given to the pipe, or to the lines that wait for it. */
  openedAt?: number;
}

const timeouts: Readonly<Record<string, number>> = { interrupt: 5000 };
const before = ['starting', 'initSent'];
const after = ['stopping', 'stopped', 'failed'];

/**
 * The rules about what can be seen from outside, kept independently of the charts. They hold after
 * every step, on every path, whatever the pipe does.
 */
export class SessionRules {
  readonly #limits: { queued: number; pending: number };
  readonly #asked: Asked[] = [];
  readonly #afterEnd: Asked[] = [];
  readonly #news = new NewsRules();
  readonly #callbacks: CallbackRules;
  readonly #run = new RunRules();
  readonly #pipe = new PipeRules();
  readonly #turn = new TurnStateRules();
  #everRan = false;
  #endAsked = false;
  /** Something other than the end of the run closes stdin: stop, a failed start, a stuck pipe. */
  #cutShort = false;
  #initAnswered = false;
  /** The CLI has answered the handshake, or has called a hook or asked for a permission. */
  #saidYes = false;
  #spawnedAt: number | undefined;
  #lost = false;
  #wasRunning = false;
  #endedInTime = false;
  readonly #stall: string;

  constructor(settings: Partial<MachineSettings>) {
    this.#limits = {
      queued: settings.limits?.queuedOperations ?? 16,
      pending: settings.limits?.pendingRequests ?? 64,
    };
    this.#stall = settings.stall?.action ?? 'warn';
    this.#callbacks = new CallbackRules(settings);
  }

  callbackRuns(id: string, signal: AbortSignal): void {
    this.#callbacks.runs(id, signal);
  }

  before(stimulus: SessionModelEvent, seen: Seen): void {
    const over = seen.state === 'stopped' || seen.state === 'failed';
    this.#wasRunning = seen.state === 'running';
    if (over) return;
    if (stimulus.type === 'badPipe') {
      this.before(stimulus.doing, seen);
      if (stimulus.mode === 'hold') this.#pipe.hold();
      // It does not get the handshake, so it is ended.
      if (stimulus.mode === 'fail' && stimulus.doing.type === 'spawn') this.#cutShort = true;
      return;
    }
    if (stimulus.type === 'holdPipe') this.#pipe.hold();
    const askedAt = seen.now;
    if (stimulus.type === 'send') {
      this.#ask({ label: stimulus.uuid, kind: 'send', subtype: 'send', askedAt }, seen);
    }
    if (stimulus.type === 'request') {
      const { type: kind, subtype = 'mcp_status', ...more } = stimulus;
      this.#ask({ kind, subtype, askedAt, ...more }, seen);
    }
    const mute = ['mcp', 'dialog'];
    if (stimulus.type === 'callback' && !mute.includes(stimulus.kind)) {
      this.#saidYes = true;
    }
    if (stimulus.type === 'end') this.#endAsked = true;
    if (stimulus.type === 'stop') this.#cutShort = true;
    if (stimulus.type === 'version' && stimulus.verdict === 'rejected') this.#cutShort = true;
    if (stimulus.type === 'answer' && stimulus.id === 'req_0' && !this.#initAnswered) {
      this.#initAnswered = true;
      if (stimulus.ok === false) this.#cutShort = true;
      else this.#saidYes = true;
    }
    const atWork = this.#run.isWorking() || this.#run.hasTasks || this.#callbacks.pending > 0;
    this.#news.before(stimulus, seen, atWork);
    this.#callbacks.before(stimulus, seen);
    if (stimulus.type === 'cliCancels') this.#pipe.withdraw(`answer ${stimulus.id}`);
    this.#oweAnswers(seen);
  }

  #oweAnswers({ now }: Seen): void {
    for (const id of this.#callbacks.newlyAnswered()) this.#pipe.owe(`answer ${id}`, now);
  }

  #ask(asked: Asked, seen: Seen): void {
    const { kind } = asked;
    this.#asked.push(asked);
    if (before.includes(seen.state)) {
      const queued = this.#asked.filter((one) => one !== asked && !one.fate).length;
      if (queued >= this.#limits.queued) asked.fate = 'InitQueueOverflow';
      else if (kind === 'send' && this.#endAsked) this.#afterEnd.push(asked);
    } else if (after.includes(seen.state) || (kind === 'send' && this.#endAsked)) {
      asked.fate = 'SessionStopped';
    } else if (kind === 'request' && this.#pendingRequests() > this.#limits.pending) {
      asked.fate = 'TooManyPendingRequests';
    } else this.#open(asked, seen);
  }

  /** It is written as soon as the pipe accepts it. */
  #open(asked: Asked, { now }: Seen): void {
    asked.openedAt = now;
    this.#pipe.owe(asked.label, now);
    if (asked.kind === 'send') this.#run.sent(asked.label);
    if (asked.subtype === 'interrupt') this.#turn.interruptSent(asked.label, this.#run.hasOpen);
  }

  #pendingRequests(): number {
    return this.#asked.filter((one) => one.kind === 'request' && !one.fate).length;
  }

  after(stimulus: SessionModelEvent, seen: Seen): void {
    if (seen.everRan && !this.#everRan) this.#begin(seen);
    if (seen.state !== 'starting' && this.#spawnedAt === undefined && seen.alive) {
      this.#spawnedAt = seen.now;
    }
    const early = !this.#everRan && after.includes(seen.state);
    if (early || (this.#stall === 'stop' && seen.state === 'stopping')) this.#cutShort = true;
    this.#settleOperations(stimulus, seen);
    this.#takeFrame(stimulus, seen);
    this.#callbacks.after(stimulus, seen);
    this.#oweAnswers(seen);
    this.#takePipe(stimulus, seen);
    const quiet = (this.#wasRunning || seen.state === 'running') && this.#nothingOwed(seen);
    for (const [uuid, fate] of this.#run.confirm(seen.now, quiet)) {
      this.#settle(uuid, fate, this.#cutShort ? 'TurnLost' : undefined);
      this.#pipe.withdraw(uuid);
    }
    if (after.includes(seen.state)) this.#settleAtEnd(seen);
  }

  /** The session runs: earlier operations are sent, except those after an end. */
  #begin(seen: Seen): void {
    this.#everRan = true;
    for (const asked of this.#afterEnd) asked.fate ??= 'SessionStopped';
    for (const asked of this.#asked) {
      if (!asked.fate && asked.openedAt === undefined) this.#open(asked, seen);
    }
  }

  #takeFrame(stimulus: SessionModelEvent, seen: Seen): void {
    const settled = this.#run.take(stimulus, seen);
    for (const [uuid, fate] of settled) this.#settle(uuid, fate);
    if (stimulus.type !== 'frame') return;
    const { type, state } = stimulus.message;
    if (state === 'idle' || (type === 'result' && settled.length > 0)) this.#turn.turnOver();
  }

  #takePipe(stimulus: SessionModelEvent, seen: Seen): void {
    const fails = stimulus.type === 'badPipe' && stimulus.mode === 'fail';
    if (fails || stimulus.type === 'breakPipe') this.#failLine(seen);
    if (fails || stimulus.type === 'breakPipe' || stimulus.type === 'releasePipe') {
      this.#pipe.release();
    }
    if (this.#pipe.isStuck(seen.now)) this.#cutShort = true;
    if (stimulus.type === 'exit') this.#pipe.withdrawAll();
    // The exit settles what waits.
    else if (after.includes(seen.state) && this.#cutShort) this.#pipe.withdrawWaiting();
    this.#pipe.take(seen.written);
  }

  #failLine(seen: Seen): void {
    const key = this.#pipe.fail(seen.now);
    // Lines that wait for a CLI are lost when it is stopped.
    if (key === undefined || (this.#cutShort && after.includes(seen.state))) return;
    this.#settle(key, 'WriteFailed');
    this.#run.lost(key);
    this.#turn.interruptFailed(key);
    // An end that waits for its lines stops waiting.
    if (after.includes(seen.state)) this.#refuseWaiting();
  }

  #refuseWaiting(): void {
    for (const key of this.#pipe.withdrawWaiting()) {
      const isMessage = this.#asked.some(({ label, kind }) => label === key && kind === 'send');
      if (!isMessage) continue;
      this.#settle(key, 'WriteFailed');
      this.#run.lost(key);
    }
  }

  #settle(label: string, fate: string, orElse?: string): void {
    const asked = this.#asked.find((one) => one.label === label);
    if (!asked || asked.fate) return;
    asked.fate = fate;
    asked.orElse = orElse;
    if (asked.subtype === 'interrupt' && fate !== 'fulfilled') this.#turn.interruptFailed(label);
  }

  #settleOperations(stimulus: SessionModelEvent, seen: Seen): void {
    if (stimulus.type === 'cancelRequest') {
      this.#settle(stimulus.label, 'Aborted');
      this.#pipe.withdraw(stimulus.label);
    }
    if (stimulus.type === 'answer') {
      const line = seen.written.find((one) => one.request_id === stimulus.id);
      const label = line?.request?.label;
      if (label) this.#takeAnswer(label, stimulus);
    }
    for (const { kind, askedAt, timeoutMs, openedAt, subtype, label, fate } of this.#asked) {
      if (kind !== 'request' || fate) continue;
      // A timeout of the caller starts with the call, the default one when the request is sent.
      const since = timeoutMs === undefined ? (openedAt ?? Number.POSITIVE_INFINITY) : askedAt;
      if (seen.now - since < (timeoutMs ?? timeouts[subtype] ?? 30_000)) continue;
      this.#settle(
        label,
        'ControlTimeout',
        this.#pipe.isStuck(seen.now) ? 'SessionStopped' : undefined,
      );
      this.#pipe.withdraw(label);
    }
  }

  #takeAnswer(label: string, answer: Extract<SessionModelEvent, { type: 'answer' }>): void {
    const asked = this.#asked.find((one) => one.label === label);
    const { ok = true, response = {} } = answer;
    const agrees = ok && 'cancelled' in response && response.cancelled === true;
    if (agrees && asked?.cancelsMessage && !asked.fate) {
      for (const [uuid, fate] of this.#run.messageCancelled(asked.cancelsMessage))
        this.#settle(uuid, fate);
    }
    this.#settle(label, ok ? 'fulfilled' : 'ControlRejected');
  }

  /** Nothing can be answered any more. */
  #settleAtEnd(seen: Seen): void {
    const gone = seen.state === 'stopped' || seen.state === 'failed';
    for (const asked of this.#asked) {
      if (asked.kind === 'request' && (gone || this.#cutShort || !this.#everRan)) {
        asked.fate ??= this.#everRan ? 'SessionStopped' : 'SessionNotInitialized';
      }
      if (asked.kind === 'send') {
        if (!this.#everRan) asked.fate ??= 'SessionNotInitialized';
        else if (gone) asked.fate ??= 'TurnLost';
      }
    }
    if (gone) this.#lost = true;
  }

  check(seen: Seen): void {
    if (this.#everRan && !this.#saidYes) throw new Error('it runs, and the CLI never said yes');
    this.#pipe.checkOrder(
      seen.written,
      this.#asked.map(({ label }) => label),
    );
    if (!this.#everRan)
      same(
        seen.written.filter((line) => labelOf(line)),
        [],
      );
    this.#news.check(seen);
    this.#checkStandings(seen);
    this.#callbacks.check(seen, (id) => this.#pipe.isOut(`answer ${id}`));
    this.#checkEndOfInput(seen);
    if (this.#stall !== 'interrupt') {
      this.#turn.check(seen.turn, this.#run.isWorking(), this.#callbacks.pendingPermissions);
    }
    if (this.#pipe.isStuck(seen.now) && !after.includes(seen.state)) {
      throw new Error('the pipe has taken nothing for too long, and the session goes on');
    }
  }

  #checkStandings(seen: Seen): void {
    const real = this.#asked.map(({ label, fate, orElse }) => {
      const standing = seen.standings.get(label);
      return [label, standing !== undefined && standing === orElse ? fate : standing];
    });
    const must = this.#asked.map(({ label, fate }) => [label, fate ?? 'pending']);
    same(real, must);
    if (this.#lost && must.some(([, fate]) => fate === 'pending')) {
      throw new Error('something is still pending after the end');
    }
  }

  /** Neither side waits for an answer from the other. */
  #nothingOwed(seen: Seen): boolean {
    const shaken = this.#initAnswered || seen.now - (this.#spawnedAt ?? 0) >= 30_000;
    return shaken && this.#pendingRequests() === 0 && this.#callbacks.pending === 0;
  }

  /** Input is closed when the run is over, neither before nor later. */
  #checkEndOfInput(seen: Seen): void {
    if (this.#cutShort || seen.state === 'failed' || this.#endedInTime) return;
    const over = this.#endAsked && this.#nothingOwed(seen) && this.#run.isOver();
    // The end of input is decided before it is seen: lines may wait for the pipe.
    const closes = seen.ended || seen.state === 'stopping';
    if (closes && !over) throw new Error('input was closed before the run was over');
    this.#endedInTime = closes;
    if (over && seen.state === 'running') {
      throw new Error('the run is over, and input is still open');
    }
  }
}
