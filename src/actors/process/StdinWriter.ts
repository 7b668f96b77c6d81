import { answerLine, errorAnswerLine, requestLine } from '../../codec/control.js';
import type { ClaudeActorsError } from '../../errors.js';
import { writeFailedError } from '../../ffi/process/inputPipe.js';
import type { ProcessHandle } from '../../ffi/process/port.js';
import type { Outgoing } from '../../machines/cliEvents.js';
import type { OsReport, WaitingLine } from '../../machines/processTypes.js';

/**
 * Writes lines to a process in order. A pipe nearly always takes a line at once, so the process
 * machine gets no event for it. It gets one when the pipe is full, when it has drained, and when a
 * write fails.
 */
export class StdinWriter {
  readonly #handle: ProcessHandle;
  readonly #report: (report: OsReport) => void;
  /** Tags of the lines that the pipe has not confirmed, oldest first. */
  readonly #inFlight: string[] = [];
  #mustReportDrained = false;
  #isChecking = false;

  constructor(handle: ProcessHandle, report: (report: OsReport) => void) {
    this.#handle = handle;
    this.#report = report;
  }

  write(lines: readonly WaitingLine[], notify = false): void {
    this.#mustReportDrained ||= notify;
    for (const { line, tag } of lines) this.#writeLine(encodeLine(line), tag);
    if (this.#isChecking || this.#mustReportDrained) return;
    this.#isChecking = true;
    // A pipe with room confirms within this turn of the event loop.
    setImmediate(() => this.#check());
  }

  /** Reports `os.drained` once the pipe has taken every line, and `os.blocked` until then. */
  flush(): void {
    const [tag] = this.#inFlight;
    this.#mustReportDrained = tag !== undefined;
    this.#report(tag === undefined ? { type: 'os.drained' } : { type: 'os.blocked', tag });
  }

  #writeLine(text: string, tag: string): void {
    this.#inFlight.push(tag);
    const done = (error?: ClaudeActorsError) => this.#done(tag, error);
    try {
      this.#handle.write(text, done);
    } catch (cause) {
      // A custom port may throw.
      queueMicrotask(() => done(writeFailedError(undefined, cause)));
    }
  }

  #check(): void {
    this.#isChecking = false;
    const [tag] = this.#inFlight;
    if (tag === undefined || this.#mustReportDrained) return;
    this.#mustReportDrained = true;
    this.#report({ type: 'os.blocked', tag });
  }

  #done(tag: string, error: ClaudeActorsError | undefined): void {
    const index = this.#inFlight.indexOf(tag);
    // A user's stream may call back twice.
    if (index < 0) return;
    this.#inFlight.splice(index, 1);
    if (error) this.#report({ type: 'os.writeFailed', error, tag });
    if (this.#inFlight.length > 0 || !this.#mustReportDrained) return;
    this.#mustReportDrained = false;
    this.#report({ type: 'os.drained' });
  }
}

function encodeLine(line: Outgoing): string {
  switch (line.kind) {
    case 'request':
      return requestLine(line.id, line.body);
    case 'answer':
      return answerLine(line.id, line.body);
    case 'error':
      return errorAnswerLine(line.id, line.error);
    case 'message':
      return line.line;
  }
}
