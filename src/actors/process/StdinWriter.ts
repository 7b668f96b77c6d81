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
  /** The lines that the pipe has not confirmed, oldest first. */
  readonly #inFlight = new Set<{ readonly tag: string }>();
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
    const [oldest] = this.#inFlight;
    this.#mustReportDrained = oldest !== undefined;
    this.#report(oldest ? { type: 'os.blocked', tag: oldest.tag } : { type: 'os.drained' });
  }

  #writeLine(text: string, tag: string): void {
    const line = { tag };
    this.#inFlight.add(line);
    const done = (error?: ClaudeActorsError) => this.#done(line, error);
    try {
      this.#handle.write(text, done);
    } catch (cause) {
      // A custom port may throw.
      queueMicrotask(() => done(writeFailedError(undefined, cause)));
    }
  }

  #check(): void {
    this.#isChecking = false;
    const [oldest] = this.#inFlight;
    if (!oldest || this.#mustReportDrained) return;
    this.#mustReportDrained = true;
    this.#report({ type: 'os.blocked', tag: oldest.tag });
  }

  #done(line: { readonly tag: string }, error: ClaudeActorsError | undefined): void {
    // A user's stream may call back twice.
    if (!this.#inFlight.delete(line)) return;
    if (error) this.#report({ type: 'os.writeFailed', error, tag: line.tag });
    if (this.#inFlight.size > 0 || !this.#mustReportDrained) return;
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
      return errorAnswerLine(line.id, line.error, line.errorCode);
    case 'message':
      return line.line;
  }
}
