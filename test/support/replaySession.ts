import { Buffer } from 'node:buffer';
import { setImmediate as macrotask } from 'node:timers/promises';
import type { SimulatedClock } from 'xstate';
import { SessionRuntime } from '../../src/actors/SessionRuntime.js';
import { encodeAnyRequest, userMessageLine } from '../../src/codec/control.js';
import type { MessageFrame } from '../../src/codec/frames.js';
import type { SessionEmitted } from '../../src/machines/session/sessionTypes.js';
import type { WaitFor } from '../../src/machines/session/taskLedger.js';
import type { Entry, Recording } from './recordings.js';
import { RecordedCallbacks } from './replayCallbacks.js';
import { initializeOf, messagesOf } from './replayLines.js';
import { type Deviation, RecordedWrites } from './replayWrites.js';
import { type SimulatedLaunch, simulatedLaunch } from './simulated.js';

type Json = Record<string, unknown>;

export interface ReplaySettings {
  deviations: readonly Deviation[];
  /** `early`: `end()` is called right after the last thing that was asked of the session. */
  end: 'recorded' | 'early';
  /** `bursts`: lines that the CLI wrote in a row come as two chunks, cut anywhere. */
  feed: 'frames' | 'bursts';
  waitFor?: WaitFor;
}

export type Settled =
  | { state: 'pending' }
  | { state: 'resolved'; at: number; value: unknown }
  | { state: 'rejected'; at: number; error: unknown };

/** Plays the CLI's side of a recording to the real runtime. Lines are counted from 1, as in the file. */
export class SessionReplay {
  readonly session: SessionRuntime;
  readonly clock: SimulatedClock;
  readonly callbacks: RecordedCallbacks;
  readonly events: { at: number; event: SessionEmitted }[] = [];
  readonly messages: MessageFrame[] = [];
  readonly promises = new Map<string, Settled>();
  /** The line after which the input was seen closed. */
  eofAfter: number | undefined;
  readonly #recording: Recording;
  readonly #settings: ReplaySettings;
  readonly #launch: SimulatedLaunch;
  readonly #writes: RecordedWrites;
  #at = 0;
  #eofLine: number | undefined;
  #unfed: Json[] = [];

  constructor(recording: Recording, settings: ReplaySettings) {
    this.#recording = recording;
    this.#settings = settings;
    this.#writes = new RecordedWrites(settings.deviations);
    this.callbacks = new RecordedCallbacks(recording);
    this.#launch = simulatedLaunch(this.callbacks.host);
    const { launch, clock } = this.#launch;
    this.clock = clock;
    const { waitFor = 'agents' } = settings;
    this.session = new SessionRuntime(
      { launch, initialize: JSON.stringify(initializeOf(recording)), settings: { waitFor } },
      { clock, onEvent: (event) => this.events.push({ at: this.#at, event }) },
    );
    this.watch('started', this.session.started);
    this.watch('initialization', this.session.initialization);
    this.watch('ended', this.session.ended);
    this.watch('messages', this.#collect());
  }

  get process(): ReturnType<SimulatedLaunch['process']> {
    return this.#launch.process();
  }

  get exitLine(): number {
    return this.#recording.entries.length;
  }

  /** The line of a message that was delivered. */
  lineOf(message: unknown): number {
    const position = this.messages.findIndex((frame) => frame.message === message);
    return messagesOf(this.#recording)[position]?.line ?? Number.NaN;
  }

  /** Plays on, to the end or up to a line. */
  async play(last = this.exitLine): Promise<this> {
    while (this.#at < last) {
      this.#at += 1;
      await this.#step(this.#recording.entries[this.#at - 1] as Entry);
    }
    return this;
  }

  /** Remembers how a promise settles, and when. */
  watch(name: string, promise: Promise<unknown>): void {
    this.promises.set(name, { state: 'pending' });
    promise.then(
      (value) => this.promises.set(name, { state: 'resolved', at: this.#at, value }),
      (error) => this.promises.set(name, { state: 'rejected', at: this.#at, error }),
    );
  }

  async #step(entry: Entry): Promise<void> {
    switch (entry.dir) {
      case 'argv':
        this.session.start();
        await macrotask();
        this.process.spawn(1);
        return;
      case 'out':
        this.#say(entry.message);
        if (this.#settings.feed === 'frames' || this.#recording.entries[this.#at]?.dir !== 'out') {
          await this.#feed();
        }
        return;
      case 'in':
        if (entry.message) this.#ask(entry.message);
        else if (this.#settings.end === 'recorded') this.end();
        if (this.#at === this.#lastOrder() && this.#settings.end === 'early') {
          this.watch('idle', this.session.idle());
          this.end();
        }
        await this.#look();
        return;
      case 'exit': {
        const { code, signal, stderr } = entry;
        if (stderr) this.process.stderr(stderr);
        this.process.endStdout();
        this.process.exit({ code, signal: signal as NodeJS.Signals | null });
        await this.#look();
      }
    }
  }

  end(): void {
    this.#eofLine = this.#at;
    this.watch('end', this.session.end());
  }

  /** In the middle of a turn: the input stays open. */
  async stop(): Promise<void> {
    this.watch('stop', this.session.stop());
    await this.#look();
  }

  #ask(frame: Json): void {
    this.#writes.expect(this.#at, frame);
    if (frame.type === 'control_response') {
      const { request_id, response } = frame.response as { request_id: string; response: Json };
      this.callbacks.answer(request_id, response);
    } else if (frame.type === 'user') {
      const { content } = frame.message as { content: string };
      const uuid =
        (frame.uuid as string) ?? `00000000-0000-4000-8000-${String(this.#at).padStart(12, '0')}`;
      const line = userMessageLine({ content, uuid });
      this.watch(`turn ${uuid}`, this.session.send(uuid, line).result);
    } else if (frame.request_id !== 'req_0') {
      const { subtype, ...fields } = frame.request as Json & { subtype: string };
      const answer = this.session.request(subtype, encodeAnyRequest(subtype, fields));
      this.watch(`request ${frame.request_id}`, answer);
    }
  }

  #say(frame: Json): void {
    const { type, request_id: id } = frame as { type: string; request_id: string };
    if (type === 'control_request') this.callbacks.expect(id, frame.request as Json);
    this.#unfed.push(frame);
  }

  async #feed(): Promise<void> {
    const frames = this.#unfed;
    this.#unfed = [];
    const bytes = Buffer.from(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
    const cut = this.#settings.feed === 'bursts' ? Math.floor(bytes.length / 2) : 0;
    if (cut > 0) this.process.stdout(bytes.subarray(0, cut));
    this.process.stdout(bytes.subarray(cut));
    await this.#look();
    for (const { type, request_id: id } of frames) {
      if (type === 'control_cancel_request') this.callbacks.withdraw(id as string);
    }
    await this.#look();
  }

  /** Lets everything that is due happen, then compares it with the recording. */
  async #look(): Promise<void> {
    await macrotask();
    this.#writes.check(this.process.written, this.#at);
    if (this.process.ended) this.eofAfter ??= this.#at;
    if (this.eofAfter !== undefined && this.#eofLine === undefined) {
      throw new Error(`line ${this.#at}: closed the input, which nobody asked for`);
    }
    if (this.#eofLine !== undefined && this.#settings.end === 'recorded') {
      this.#writes.checkTime(this.#eofLine, this.#at, this.process.ended);
    }
  }

  /** The last line at which something was asked of the session. */
  #lastOrder(): number {
    const isOrder = (entry: Entry) =>
      entry.dir === 'in' &&
      entry.message !== undefined &&
      entry.message.type !== 'control_response';
    return this.#recording.entries.findLastIndex(isOrder) + 1;
  }

  async #collect(): Promise<void> {
    for await (const frame of this.session.messages.iterate()) this.messages.push(frame);
  }
}
