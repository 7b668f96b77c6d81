import { Buffer } from 'node:buffer';
import { memoryPort } from '../ffi/process/memoryPort.js';
import type { MemoryBehaviour, MemoryProcess } from '../ffi/process/memoryProcess.js';
import type { Port } from '../ffi/process/port.js';
import { checkScenario } from './checkScenario.js';
import type { ToolRun } from './cli/Cli.js';
import { CliProcess } from './cli/CliProcess.js';
import type { CliClock } from './cli/Timers.js';
import type { Scenario } from './scenario.js';
import { startFailure } from './startFailure.js';

export interface FakeCliOptions {
  /** Moves everything that takes time; the real one if not given. */
  clock?: CliClock;
}

/** A CLI that was started in memory. */
export interface FakeProcess {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The lines that it was written. */
  readonly written: readonly string[];
  /** The tools that have run in it. One that was blocked is not among them. */
  readonly ran: readonly ToolRun[];
  /** Whether it has exited. */
  readonly isGone: boolean;
  /** Its files as they are now. */
  readonly files: Readonly<Record<string, string>>;
}

export interface FakeCli {
  /** For the option `port`. */
  readonly port: Port;
  /** In the order in which they were started; `--version` is one too. */
  readonly processes: readonly FakeProcess[];
  /** The tools that have run, in all of them. */
  readonly ran: readonly ToolRun[];
}

const realClock: CliClock = {
  setTimeout: (run, milliseconds) => setTimeout(run, milliseconds),
  clearTimeout: (id) => clearTimeout(id as NodeJS.Timeout),
};

/** The stdout of a process, which ends once: by itself, at the exit, or with the last who holds it. */
function stdoutOf(process: MemoryProcess, clock: CliClock) {
  let isOpen = true;
  let isHeld = false;
  const close = () => {
    if (isOpen) process.endStdout();
    isOpen = false;
  };
  return {
    close,
    hold(milliseconds: number) {
      isHeld = true;
      const timer = clock.setTimeout(close, milliseconds);
      // A descendant keeps nobody's program from its end.
      (timer as { unref?(): void }).unref?.();
    },
    leave() {
      if (!isHeld) close();
    },
  };
}

/** The simulated CLI in memory: no process, no disk, no network. */
export function fakeCli(
  scenario: Scenario = {},
  { clock = realClock }: FakeCliOptions = {},
): FakeCli {
  checkScenario(scenario);
  const lives = new Map<MemoryProcess, CliProcess>();
  const gone = new Set<MemoryProcess>();
  const begin = (process: MemoryProcess) => {
    const { failsToStart, neverReads } = scenario.faults ?? {};
    if (failsToStart) {
      gone.add(process);
      process.fail(startFailure(failsToStart, process.command));
      return;
    }
    const pid = 1000 + lives.size;
    const stdout = stdoutOf(process, clock);
    const life = new CliProcess({
      args: process.command.args,
      env: process.command.env,
      cwd: process.command.cwd ?? '/home/dev/project',
      pid,
      scenario,
      clock,
      pipes: {
        stdout: (bytes) => process.stdout(bytes),
        stderr: (text) => process.stderr(Buffer.from(text)),
        closeStdin() {
          process.writes = 'fail';
          process.failHeld();
        },
        closeStdout: stdout.close,
        holdStdout: stdout.hold,
      },
      exited(end) {
        gone.add(process);
        stdout.leave();
        process.exit('code' in end ? { code: end.code } : { signal: end.signal });
      },
    });
    lives.set(process, life);
    if (neverReads) process.writes = 'hold';
    process.spawn(pid);
    life.start();
  };
  const behaviour: MemoryBehaviour = {
    started: begin,
    wrote: (process, line) => {
      for (const one of line.split('\n')) lives.get(process)?.receive(one);
    },
    ended: (process) => lives.get(process)?.endInput(),
    killed: (process, signal) => lives.get(process)?.signal(signal),
  };
  const port = memoryPort(behaviour);
  const processes = () =>
    port.processes.map(
      (process): FakeProcess => ({
        args: process.command.args,
        env: process.command.env,
        written: process.written,
        ran: lives.get(process)?.ran ?? [],
        isGone: gone.has(process),
        files: lives.get(process)?.files ?? {},
      }),
    );
  return {
    port,
    get processes() {
      return processes();
    },
    get ran() {
      return processes().flatMap(({ ran }) => ran);
    },
  };
}
