import { Buffer } from 'node:buffer';
import { ClaudeActorsError } from '../../errors.js';
import { writeFailed } from '../../ffi/process/inputPipe.js';
import type {
  Command,
  Exit,
  Port,
  ProcessHandle,
  ProcessListener,
} from '../../ffi/process/port.js';
import { startError } from './processDetails.js';
import type { Traffic } from './Traffic.js';

export interface Meter {
  traffic: Traffic;
  /** Milliseconds. */
  now(): number;
  onSpawned?(pid: number | undefined, command: Command): void;
  onWrite?(line: string): void;
  onStderr?(bytes: Uint8Array): void;
  /** Some of stderr may come later. */
  onExited?(exit: Exit, traffic: Traffic): void;
  /** Nothing more will come. */
  onReleased?(): void;
}

/** Counts what goes to and from the process that a port starts. An observer may throw. */
export function meteredPort(port: Port, meter: Meter): Port {
  return {
    start(command, listener) {
      const handle = port.start(command, metered(listener, command, meter));
      const { traffic } = meter;
      return {
        write(line, done) {
          if (meter.onWrite) quietly(() => meter.onWrite?.(line));
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
        release() {
          handle.release();
          quietly(() => meter.onReleased?.());
        },
      };
    },
  };
}

function metered(listener: ProcessListener, command: Command, meter: Meter): ProcessListener {
  const { traffic } = meter;
  let inLine = false;
  return {
    spawned(pid) {
      traffic.pid = pid;
      traffic.startedAt = meter.now();
      traffic.lastActivityAt = traffic.startedAt;
      quietly(() => meter.onSpawned?.(pid, command));
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
      const begun = inLine ? 1 : 0;
      if (bytes.length > 0) inLine = bytes[bytes.length - 1] !== newline;
      traffic.stderrLines += newlinesIn(bytes) + (inLine ? 1 : 0) - begun;
      if (meter.onStderr) quietly(() => meter.onStderr?.(bytes));
      listener.stderr(bytes);
    },
    stderrEnded: () => listener.stderrEnded?.(),
    exited(exit) {
      traffic.exit = { code: exit.code, signal: exit.signal };
      traffic.runtimeMs = meter.now() - (traffic.startedAt ?? meter.now());
      quietly(() => meter.onExited?.(exit, traffic));
      listener.exited(exit);
    },
  };
}

const newline = 0x0a;

function newlinesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}

function quietly(run: () => void): void {
  try {
    run();
  } catch {
    // Thrown in the port's listener, it would end the program.
  }
}

/** Returns the command to start instead; the signal says that nobody waits for it any more. */
export type Prepare = (command: Command, signal: AbortSignal) => Promise<Command>;

/**
 * A port that prepares asynchronously before it starts a process. To its owner it looks like a
 * process that is slow to start. If it is killed before, nothing is started.
 */
export function preparedPort(port: Port, prepare: Prepare): Port {
  return {
    start(command, listener) {
      const unwanted = new AbortController();
      const { signal } = unwanted;
      let handle: ProcessHandle | undefined;
      let released = false;
      const givenUp = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(neverStarted()), { once: true });
      });
      Promise.race([prepare(command, signal), givenUp])
        .then((ready) => {
          if (signal.aborted) throw neverStarted();
          handle = port.start(ready, listener);
        })
        .catch((cause: unknown) => {
          if (!released) listener.failed(startError(cause));
        });
      return {
        write(line, done) {
          if (handle) handle.write(line, done);
          else queueMicrotask(() => done(writeFailed(undefined)));
        },
        end: () => (handle ? handle.end() : unwanted.abort()),
        kill: (sent) => (handle ? handle.kill(sent) : unwanted.abort()),
        pauseOutput: () => handle?.pauseOutput(),
        resumeOutput: () => handle?.resumeOutput(),
        release() {
          released = true;
          if (handle) handle.release();
          else unwanted.abort();
        },
      };
    },
  };
}

function neverStarted(): ClaudeActorsError {
  const message = 'Claude Code was stopped before it had started.';
  return new ClaudeActorsError('Aborted', message, { stage: 'resume' });
}
