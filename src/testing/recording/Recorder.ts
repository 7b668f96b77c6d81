import { OutputTail } from '../../actors/process/OutputTail.js';
import { LineSplitter } from '../../codec/LineSplitter.js';
import type { Line } from '../../codec/lines.js';
import { recordingLimits } from '../../defaults.js';
import type { Exit } from '../../ffi/process/port.js';
import { redactSteps } from '../../secrets/redact.js';
import { RecordingFile } from './RecordingFile.js';
import { frameSteps } from './recording.js';
import { StepQueue, type Steps } from './StepQueue.js';

export interface RecorderHost {
  /** Called once if the recording had to be given up. */
  onFailed(error: unknown): void;
  /** Whether the CLI should wait, because the recording has fallen behind. */
  onBehind(isBehind: boolean): void;
}

/** Writes what goes to and from one CLI process to a file, without secrets. */
export class Recorder {
  readonly #file: RecordingFile;
  readonly #queue: StepQueue;
  readonly #lines = new LineSplitter();
  readonly #stderr = new OutputTail();
  #exit: Exit | undefined;
  #isOutputOver = false;
  #isOver = false;
  #isBehind = false;

  constructor(path: string, host: RecorderHost) {
    this.#queue = new StepQueue((waiting) => {
      const isBehind = waiting > recordingLimits.behind;
      if (isBehind !== this.#isBehind) host.onBehind(isBehind);
      this.#isBehind = isBehind;
      if (waiting > recordingLimits.waiting && this.#file.isOpen) {
        this.#file.fail(new Error(`more than ${recordingLimits.waiting} characters were waiting`));
      }
    });
    this.#file = new RecordingFile(path, (error) => host.onFailed(error));
  }

  started(args: string[]): void {
    this.#file.write({ dir: 'argv', args });
  }

  stdin(text: string): void {
    for (const line of text.split('\n')) if (line !== '') this.#add(this.#inSteps(line), line);
  }

  /** All that a one-shot CLI gets on stdin. */
  prompt(text: string): void {
    this.#add(this.#promptSteps(text), text);
  }

  stdinEnded(): void {
    if (this.#isOver) return;
    this.#queue.afterJobs(() => this.#file.write({ dir: 'in', eof: true }));
  }

  stdout(bytes: Uint8Array): void {
    for (const line of this.#lines.push(bytes)) this.#addLine(line);
  }

  stdoutEnded(): void {
    this.#endLines();
    this.#isOutputOver = true;
    this.#finish();
  }

  stderr(bytes: Uint8Array): void {
    this.#stderr.push(bytes);
  }

  exited(exit: Exit): void {
    this.#exit = exit;
    if (this.#isOutputOver) this.#finish();
  }

  /** Calls back once everything so far is written: at once, unless a long text is being redacted. */
  whenWritten(callback: () => void): void {
    this.#queue.afterJobs(callback);
  }

  /** Writes what is left, and closes the file. A descendant may still hold stdout open. */
  close(): void {
    this.#endLines();
    this.#finish();
    this.#queue.flush();
    this.#file.close();
  }

  #endLines(): void {
    if (!this.#isOutputOver) for (const line of this.#lines.end()) this.#addLine(line);
  }

  /** Writes the last entry, once the CLI has exited and no more output can come. */
  #finish(): void {
    if (this.#isOver || !this.#exit) return;
    this.#add(this.#exitSteps(this.#exit));
    this.#isOver = true;
  }

  #addLine(line: Line): void {
    const isUnended = typeof line !== 'string' && 'ending' in line && !line.ending.endsWith('\n');
    const text = textOf(line);
    if (text !== '') this.#add(this.#outSteps(text, isUnended), text);
  }

  #add(steps: Steps, text = ''): void {
    if (!this.#isOver && this.#file.isOpen) this.#queue.add(steps, text.length);
  }

  *#inSteps(line: string): Generator<void, void> {
    if (!this.#file.isOpen) return;
    const message = yield* frameSteps(line);
    if (message) this.#file.write({ dir: 'in', message });
  }

  *#promptSteps(prompt: string): Generator<void, void> {
    if (!this.#file.isOpen) return;
    const text = yield* redactSteps(prompt);
    this.#file.write({ dir: 'in', text });
  }

  *#outSteps(line: string, isUnended: boolean): Generator<void, void> {
    if (!this.#file.isOpen) return;
    const message = yield* frameSteps(line);
    const content = message ? { message } : { text: yield* redactSteps(line) };
    this.#file.write({ dir: 'out', ...content, ...(isUnended && { unended: true }) });
  }

  *#exitSteps({ code, signal }: Exit): Generator<void, void> {
    const cut = { cutStart: this.#stderr.isCut };
    const stderr = yield* redactSteps(this.#stderr.text(), cut);
    this.#file.write({ dir: 'exit', code, signal, stderr });
  }
}

function textOf(line: Line): string {
  if (typeof line === 'string') return line;
  if (line.kind === 'oversize') return Buffer.from(line.head).toString('utf8');
  const text = line.kind === 'text' ? line.text : Buffer.from(line.bytes).toString('utf8');
  return line.ending.startsWith('\r') ? `${text}\r` : text;
}
