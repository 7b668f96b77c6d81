import { Buffer } from 'node:buffer';
import type { Command, Exit, Port, ProcessListener } from '../../ffi/process/port.js';

/** What went to and from one process; times as the meter's `now` tells them. */
export class Traffic {
  pid: number | undefined;
  startedAt: number | undefined;
  /** When a byte last came or was taken. */
  lastActivityAt: number | undefined;
  bytesIn = 0;
  /** Counted by whoever decodes them. */
  framesIn = 0;
  bytesOut = 0;
  linesOut = 0;
  stderrBytes = 0;
  /** One that has no end yet is counted. */
  stderrLines = 0;
  exit: Pick<Exit, 'code' | 'signal'> | undefined;
  runtimeMs: number | undefined;
}

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

/** A port whose one process is counted. An observer that throws harms nobody. */
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
    // In the port's listener it would end the program.
  }
}
