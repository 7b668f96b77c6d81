import { Buffer } from 'node:buffer';
import type { MemoryProcess, WriteMode } from '../../../ffi/process/memoryProcess.js';
import type { StartFailure } from '../../scenario.js';
import { startFailure } from '../../startFailure.js';
import type { CliAct } from '../CliAct.js';
import { wireMessage } from './wireMessage.js';

export type WireLine = Record<string, unknown> & {
  type: string;
  uuid?: string;
  request_id?: string;
  request?: Record<string, unknown> & { subtype: string };
  response?: Record<string, unknown> & { request_id: string };
};

/** A CLI in memory that says and does what it is told to. What is said before it starts starts it. */
export class PlayedProcess {
  readonly #process: MemoryProcess;
  readonly #lines: WireLine[] = [];
  readonly #answered = new Set<string>();
  #outputOpen = true;
  #stage: 'starting' | 'alive' | 'gone' = 'starting';

  constructor(process: MemoryProcess) {
    this.#process = process;
  }

  get isGone(): boolean {
    return this.#stage === 'gone';
  }

  /** It is gone, and whoever started it has let go of it. */
  get isDone(): boolean {
    return this.isGone && this.#process.released;
  }

  /** Its owner wants it to end: by the end of its input, or by a signal. */
  get mustLeave(): boolean {
    return this.#process.ended || this.#process.signals.length > 0;
  }

  /** What was written to it. */
  get lines(): readonly WireLine[] {
    for (const line of this.#process.written.slice(this.#lines.length)) {
      this.#lines.push(JSON.parse(line) as WireLine);
    }
    return this.#lines;
  }

  /** What it was asked and has not answered. */
  get unanswered(): readonly WireLine[] {
    return this.lines.filter(
      ({ type, request_id: id, uuid }) =>
        (type === 'control_request' || type === 'user') && !this.#answered.has(String(id ?? uuid)),
    );
  }

  set writes(mode: WriteMode) {
    this.#process.writes = mode;
    if (mode === 'accept') this.#process.acceptHeld();
  }

  spawn(): void {
    if (this.#stage !== 'starting') return;
    this.#stage = 'alive';
    this.#process.spawn(4242);
  }

  /** What a path says that it does. */
  perform(act: CliAct): void {
    if ('start' in act) this.spawn();
    else if ('failsToStart' in act) this.#failToStart(act.failsToStart);
    else if ('frame' in act) this.sayAtOnce(Array(act.times ?? 1).fill(act.frame));
    else if ('text' in act) this.write(act.text.repeat(act.times ?? 1));
    else if ('bytes' in act) this.write(Buffer.from(act.bytes, 'hex'));
    else if ('stdin' in act) this.writes = act.stdin === 'breaks' ? 'fail' : 'hold';
    else if ('closeStdout' in act) this.endOutput();
    else this.exit({ code: act.exit });
  }

  #failToStart(code: StartFailure): void {
    this.#stage = 'gone';
    this.#process.fail(startFailure(code, this.#process.command));
  }

  say(message: object): void {
    this.sayAtOnce([message]);
  }

  /** In one chunk. */
  sayAtOnce(messages: readonly object[]): void {
    const lines = messages.map((message) => `${JSON.stringify(wireMessage(message))}\n`);
    this.write(lines.join(''));
  }

  write(text: string | Uint8Array): void {
    this.spawn();
    if (this.#stage === 'alive' && this.#outputOpen) this.#process.stdout(text);
  }

  /** Answers a request that it got. */
  answer(id: string, response: object = {}): void {
    this.#answered.add(id);
    const body = { subtype: 'success', request_id: id, response };
    this.say({ type: 'control_response', response: body });
  }

  /** A result for a message that it got. */
  conclude(uuid: string): void {
    this.#answered.add(uuid);
    this.say({ type: 'result', user_message_uuids: [uuid] });
  }

  endOutput(): void {
    this.spawn();
    if (this.#stage === 'alive' && this.#outputOpen) this.#process.endStdout();
    this.#outputOpen = false;
  }

  exit(exit: { code: number } | { signal: NodeJS.Signals }): void {
    this.spawn();
    if (this.#stage !== 'alive') return;
    this.endOutput();
    this.#stage = 'gone';
    this.#process.exit(exit);
  }

  /** Does all that it was asked, as a CLI does that works well. */
  serve(): void {
    this.spawn();
    if (this.#process.command.stdin === 'ignore') {
      this.say({ type: 'result' });
      this.exit({ code: 0 });
      return;
    }
    for (const { type, request_id: id, uuid } of this.unanswered) {
      if (type === 'user') this.conclude(String(uuid));
      else this.answer(String(id), {});
    }
  }

  /** Leaves, as a CLI does that is told to. */
  leave(): void {
    const signal = this.#process.signals.at(-1);
    if (signal === undefined || signal === 'SIGINT') this.exit({ code: 0 });
    else this.exit({ signal });
  }
}
