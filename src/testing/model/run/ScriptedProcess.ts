import { Buffer } from 'node:buffer';
import type { MemoryProcess, WriteMode } from '../../../ffi/process/memoryProcess.js';
import { readsFrames } from '../../recording/recording.js';
import type { StartFailure } from '../../scenario.js';
import { startFailure } from '../../startFailure.js';
import type { CliAct } from '../path.js';
import { completeMessage } from './completeMessage.js';

/** A line that the application wrote to stdin. */
export type WireLine = Record<string, unknown> & {
  type: string;
  uuid?: string;
  request_id?: string;
  request?: Record<string, unknown> & { subtype: string };
  response?: Record<string, unknown> & { request_id: string };
};

/** A CLI process in memory that does what a path says. Any output starts it first. */
export class ScriptedProcess {
  readonly #process: MemoryProcess;
  readonly #lines: WireLine[] = [];
  readonly #answered = new Set<string>();
  #outputOpen = true;
  #phase: 'starting' | 'alive' | 'gone' = 'starting';

  constructor(process: MemoryProcess) {
    this.#process = process;
  }

  get isGone(): boolean {
    return this.#phase === 'gone';
  }

  /** Whether it has exited and its owner has released it. */
  get isReleased(): boolean {
    return this.isGone && this.#process.released;
  }

  /** Whether its owner has sent a signal or, in a session, closed stdin. */
  get isAskedToExit(): boolean {
    return (this.#isSession && this.#process.ended) || this.#process.signals.length > 0;
  }

  get #isSession(): boolean {
    return readsFrames(this.#process.command.args);
  }

  /** The lines written to its stdin. A one-shot CLI gets a prompt instead. */
  get lines(): readonly WireLine[] {
    if (!this.#isSession) return [];
    for (const line of this.#process.written.slice(this.#lines.length)) {
      this.#lines.push(JSON.parse(line) as WireLine);
    }
    return this.#lines;
  }

  /** Requests and messages that it has not answered. */
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
    if (this.#phase !== 'starting') return;
    this.#phase = 'alive';
    this.#process.spawn(4242);
  }

  perform(act: CliAct): void {
    if ('start' in act) this.spawn();
    else if ('failsToStart' in act) this.#failToStart(act.failsToStart);
    else if ('frame' in act) this.writeMessages(Array(act.times ?? 1).fill(act.frame));
    else if ('text' in act) this.write(act.text.repeat(act.times ?? 1));
    else if ('bytes' in act) this.write(Buffer.from(act.bytes, 'hex'));
    else if ('stdin' in act) this.writes = act.stdin === 'breaks' ? 'fail' : 'hold';
    else if ('closeStdout' in act) this.endOutput();
    else this.exit({ code: act.exit });
  }

  #failToStart(code: StartFailure): void {
    this.#phase = 'gone';
    this.#process.fail(startFailure(code, this.#process.command));
  }

  writeMessage(message: object): void {
    this.writeMessages([message]);
  }

  /** Writes several messages as one chunk. */
  writeMessages(messages: readonly object[]): void {
    const lines = messages.map((message) => `${JSON.stringify(completeMessage(message))}\n`);
    this.write(lines.join(''));
  }

  write(text: string | Uint8Array): void {
    this.spawn();
    if (this.#phase === 'alive' && this.#outputOpen) this.#process.stdout(text);
  }

  /** Answers a request of the application. */
  answer(id: string, response: object = {}): void {
    this.#answered.add(id);
    const body = { subtype: 'success', request_id: id, response };
    this.writeMessage({ type: 'control_response', response: body });
  }

  /** Writes the result for a message of the application. */
  writeResult(uuid: string): void {
    this.#answered.add(uuid);
    this.writeMessage({ type: 'result', user_message_uuids: [uuid] });
  }

  endOutput(): void {
    this.spawn();
    if (this.#phase === 'alive' && this.#outputOpen) this.#process.endStdout();
    this.#outputOpen = false;
  }

  exit(exit: { code: number } | { signal: NodeJS.Signals }): void {
    this.spawn();
    if (this.#phase !== 'alive') return;
    this.endOutput();
    this.#phase = 'gone';
    this.#process.exit(exit);
  }

  /** Answers all requests and messages, like a CLI that works well. */
  answerEverything(): void {
    this.spawn();
    if (!this.#isSession) {
      this.writeMessage({ type: 'result' });
      this.exit({ code: 0 });
      return;
    }
    for (const { type, request_id: id, uuid } of this.unanswered) {
      if (type === 'user') this.writeResult(String(uuid));
      else this.answer(String(id), {});
    }
  }

  /** Exits because of a closed stdin or a signal, like the real CLI. */
  exitAsAsked(): void {
    const signal = this.#process.signals.at(-1);
    if (signal === undefined || signal === 'SIGINT') this.exit({ code: 0 });
    else this.exit({ signal });
  }
}
