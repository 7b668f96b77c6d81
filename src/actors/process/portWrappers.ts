import { Buffer } from 'node:buffer';
import { textOf } from '../../codec/jsonObject.js';
import { ClaudeActorsError } from '../../errors.js';
import { writeFailedError } from '../../ffi/process/inputPipe.js';
import type {
  Command,
  Exit,
  Port,
  ProcessHandle,
  ProcessListener,
} from '../../ffi/process/port.js';
import { withoutFullStop } from '../../util/withoutFullStop.js';
import type { Traffic } from './Traffic.js';

export interface Meter {
  traffic: Traffic;
  /** Milliseconds. */
  now(): number;
  onSpawned?(pid: number | undefined, command: Command): void;
  onWrite?(line: string): void;
  onStderr?(bytes: Uint8Array): void;
  /** More of stderr may still come. */
  onExited?(exit: Exit, traffic: Traffic): void;
  /** Nothing more will come from the process. */
  onReleased?(): void;
}

/** Counts what goes to and from the process that a port starts. The meter's callbacks may throw. */
export function meteredPort(port: Port, meter: Meter): Port {
  return {
    start(command, listener) {
      const handle = port.start(command, meteredListener(listener, command, meter));
      const { traffic } = meter;
      return {
        write(line, done) {
          if (meter.onWrite) ignoreErrors(() => meter.onWrite?.(line));
          handle.write(line, (error) => {
            if (!error) {
              traffic.linesOut += 1;
              traffic.bytesOut += Buffer.byteLength(line);
              traffic.lastActivityAt = meter.now();
            }
            done(error);
          });
        },
        end: () => handle.end(),
        kill: (signal) => handle.kill(signal),
        pauseOutput: () => handle.pauseOutput(),
        resumeOutput: () => handle.resumeOutput(),
        sweep: (signal, done) => (handle.sweep ? handle.sweep(signal, done) : done([])),
        release() {
          handle.release();
          ignoreErrors(() => meter.onReleased?.());
        },
      };
    },
  };
}

function meteredListener(
  listener: ProcessListener,
  command: Command,
  meter: Meter,
): ProcessListener {
  const { traffic } = meter;
  let inPartialLine = false;
  return {
    spawned(pid) {
      traffic.pid = pid;
      traffic.startedAt = meter.now();
      traffic.lastActivityAt = traffic.startedAt;
      ignoreErrors(() => meter.onSpawned?.(pid, command));
      listener.spawned(pid);
    },
    failed: (error) => listener.failed(error),
    stdout(bytes) {
      traffic.bytesIn += bytes.length;
      traffic.lastActivityAt = meter.now();
      listener.stdout(bytes);
    },
    stdoutEnded: () => listener.stdoutEnded(),
    stderr(bytes) {
      traffic.stderrBytes += bytes.length;
      traffic.lastActivityAt = meter.now();
      const countedBefore = inPartialLine ? 1 : 0;
      if (bytes.length > 0) inPartialLine = bytes[bytes.length - 1] !== newline;
      traffic.stderrLines += newlinesIn(bytes) + (inPartialLine ? 1 : 0) - countedBefore;
      if (meter.onStderr) ignoreErrors(() => meter.onStderr?.(bytes));
      listener.stderr(bytes);
    },
    stderrEnded: () => listener.stderrEnded?.(),
    exited(exit) {
      traffic.exit = { code: exit.code, signal: exit.signal };
      traffic.runtimeMs = meter.now() - (traffic.startedAt ?? meter.now());
      ignoreErrors(() => meter.onExited?.(exit, traffic));
      listener.exited(exit);
    },
    warn: (warning) => listener.warn?.(warning),
  };
}

const newline = 0x0a;

function newlinesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}

function ignoreErrors(run: () => void): void {
  try {
    run();
  } catch {
    // An error thrown inside the port's listener would crash the program.
  }
}

/** Returns the command to start instead. The signal is aborted if nobody waits for it any more. */
export type Prepare = (command: Command, signal: AbortSignal) => Promise<Command>;

/**
 * A port that does asynchronous work before it starts a process. To its owner it looks like a
 * process that is slow to start. If it is killed during that work, nothing is started.
 */
export function preparedPort(port: Port, prepare: Prepare): Port {
  return {
    start(command, listener) {
      const abandoned = new AbortController();
      const { signal } = abandoned;
      let handle: ProcessHandle | undefined;
      let released = false;
      const whenAbandoned = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(stoppedBeforeStart()), { once: true });
      });
      Promise.race([prepare(command, signal), whenAbandoned])
        .then((ready) => {
          if (signal.aborted) throw stoppedBeforeStart();
          handle = port.start(ready, listener);
        })
        .catch((cause: unknown) => {
          if (!released) listener.failed(startError(cause));
        });
      return {
        write(line, done) {
          if (handle) handle.write(line, done);
          else queueMicrotask(() => done(writeFailedError(undefined)));
        },
        end: () => (handle ? handle.end() : abandoned.abort()),
        kill: (sent) => (handle ? handle.kill(sent) : abandoned.abort()),
        pauseOutput: () => handle?.pauseOutput(),
        resumeOutput: () => handle?.resumeOutput(),
        sweep: (signal, done) => (handle?.sweep ? handle.sweep(signal, done) : done([])),
        release() {
          released = true;
          if (handle) handle.release();
          else abandoned.abort();
        },
      };
    },
  };
}

function stoppedBeforeStart(): ClaudeActorsError {
  const message = 'Claude Code was stopped before it had started.';
  return new ClaudeActorsError('Aborted', message, { stage: 'resume' });
}

/** Wraps whatever was thrown during the start in a `ClaudeActorsError`. */
export function startError(cause: unknown): ClaudeActorsError {
  if (cause instanceof ClaudeActorsError) return cause;
  const message = `Could not start Claude Code: ${withoutFullStop(textOf(cause))}. Run \`claude-actors doctor\` to check the installation.`;
  return new ClaudeActorsError('SpawnFailed', message, {}, { cause });
}
