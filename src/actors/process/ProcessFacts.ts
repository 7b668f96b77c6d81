import { Buffer } from 'node:buffer';
import { defaultSizes } from '../../defaults.js';
import type { ErrorDetails, ToolInDoubt } from '../../errors.js';
import type { Command, Exit } from '../../ffi/process/port.js';
import type { KnownFacts } from '../../machines/processTypes.js';
import { redact, redactArgv } from '../../secrets/redact.js';
import { OutputTail } from './OutputTail.js';

/** What the reader of stdout knows. */
export interface OutputFacts {
  /** The line that still waits for its newline. */
  unfinishedLine(): string;
  readonly openTools: readonly ToolInDoubt[];
  readonly sessionId: string | undefined;
}

export interface StartFacts {
  cliVersion?(): string | undefined;
  stderrBytes?: number;
}

const { stdoutTail: stdoutLimit } = defaultSizes;

/**
 * Collects what is known about one process, for the errors about it. Every such error gets the same
 * details from here, whether the process has exited or is still running.
 */
export class ProcessFacts implements KnownFacts {
  #command: Command | undefined;
  #cliVersion: StartFacts['cliVersion'];
  #output: OutputFacts | undefined;
  #stderr = new OutputTail();
  #redactedStderr: string | undefined;
  #stdout = new OutputTail(stdoutLimit);
  #pid: number | undefined;
  #spawnedAt: number | undefined;
  #exit: { exitCode: number | null; signal: string | null; uptimeMs: number } | undefined;
  #hasSentFrames = false;

  start(command: Command, { cliVersion, stderrBytes }: StartFacts = {}): void {
    this.#command = command;
    this.#cliVersion = cliVersion;
    this.#stderr = new OutputTail(stderrBytes);
    this.#redactedStderr = undefined;
    this.#stdout = new OutputTail(stdoutLimit);
    this.#pid = undefined;
    this.#spawnedAt = undefined;
    this.#exit = undefined;
    this.#hasSentFrames = false;
  }

  useOutput(output: OutputFacts): void {
    this.#output = output;
  }

  spawned(pid: number | undefined): void {
    this.#pid = pid;
    this.#spawnedAt = performance.now();
  }

  stderr(bytes: Uint8Array): void {
    this.#redactedStderr = undefined;
    this.#stderr.push(bytes);
  }

  /** A line on stdout that was not a frame. */
  strayLine(text: string): void {
    this.#stdout.push(Buffer.from(`${text.slice(-stdoutLimit)}\n`));
  }

  frame(): void {
    this.#hasSentFrames = true;
  }

  exited({ code, signal }: Exit): void {
    this.#exit = { exitCode: code, signal, uptimeMs: this.#uptime() };
  }

  /** What was started. */
  get command(): Command | undefined {
    return this.#command;
  }

  get hasSentFrames(): boolean {
    return this.#hasSentFrames;
  }

  details(): ErrorDetails {
    if (!this.#command) return {};
    const { file, args, cwd } = this.#command;
    const stdoutTail = `${this.#stdout.text()}${this.#output?.unfinishedLine() ?? ''}`.trim();
    const sessionId = this.#output?.sessionId;
    return {
      pid: this.#pid,
      uptimeMs: this.#uptime(),
      cliPath: file,
      cliVersion: this.#cliVersion?.(),
      argv: redactArgv(args),
      cwd,
      ...this.#exit,
      // Redacted before an error takes a part of it, which might be a part of a secret.
      stderrTail: this.#stderrTail(),
      ...(stdoutTail && { stdoutTail: redact(stdoutTail, { cutStart: true, cutEnd: true }) }),
      ...(sessionId !== undefined && { sessionId }),
    };
  }

  /** Kept until there is more: thousands of errors may need it at once. */
  #stderrTail(): string {
    this.#redactedStderr ??= redact(this.#stderr.text(), { cutStart: this.#stderr.isCut });
    return this.#redactedStderr;
  }

  toolsInDoubt(): readonly ToolInDoubt[] {
    return this.#output?.openTools ?? [];
  }

  #uptime(): number {
    return Math.round(performance.now() - (this.#spawnedAt ?? performance.now()));
  }
}
