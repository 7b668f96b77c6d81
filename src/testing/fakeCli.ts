import { Buffer } from 'node:buffer';
import { memoryPort } from '../ffi/process/memoryPort.js';
import type { MemoryBehaviour, MemoryProcess } from '../ffi/process/memoryProcess.js';
import type { Port } from '../ffi/process/port.js';
import { checkScenario } from './checkScenario.js';
import { CliProcess } from './cli/CliProcess.js';
import type { ToolRun } from './cli/cli.js';
import type { CliClock } from './cli/Timers.js';
import type { Scenario } from './scenario.js';
import { startFailure } from './startFailure.js';

/** Options of `fakeCli`. */
export interface FakeCliOptions {
  /** The clock for everything that takes time, such as a `simulatedClock()`. Default: real time. */
  clock?: CliClock;
}

/** One CLI process that a `fakeCli` started in memory. */
export interface FakeProcess {
  /** Its command line, without the executable. */
  readonly args: readonly string[];
  /** Its environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** What was written to its stdin: lines, or the prompt of a one-shot query. */
  readonly written: readonly string[];
  /** The tools that ran in it, in order. Blocked tools are not included. */
  readonly ran: readonly ToolRun[];
  /** Whether it has exited. */
  readonly isGone: boolean;
  /** The current contents of its files in memory, by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** The simulated CLI in memory, and a record of what happened to it. */
export interface FakeCli {
  /** Pass this as the option `port`. */
  readonly port: Port;
  /** The processes in the order in which they started, including calls of `--version`. */
  readonly processes: readonly FakeProcess[];
  /** The tools that ran in all processes. Blocked tools are not included. */
  readonly ran: readonly ToolRun[];
  /**
   * Writes a line to the stdout of the process that started last and is still running. Throws if
   * none is running.
   *
   * @param frame - An object, which is encoded as JSON, or the text of the line.
   */
  push(frame: object | string): void;
}

const realClock: CliClock = {
  setTimeout: (run, milliseconds) => setTimeout(run, milliseconds),
  clearTimeout: (id) => clearTimeout(id as NodeJS.Timeout),
};

/**
 * The stdout of a process. It ends once: when the process closes it, when the process exits, or when
 * the last descendant that holds it open is gone.
 */
function createStdout(process: MemoryProcess, clock: CliClock) {
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
      // A simulated descendant must not keep the test program alive.
      (timer as { unref?(): void }).unref?.();
    },
    closeAtExit() {
      if (!isHeld) close();
    },
  };
}

/**
 * Creates a simulated CLI in memory. It speaks the real protocol and plays the scenario, without a
 * process, a disk or a network. Pass its `port` to a query or a session.
 */
export function fakeCli(
  scenario: Scenario = {},
  { clock = realClock }: FakeCliOptions = {},
): FakeCli {
  checkScenario(scenario);
  const running = new Map<MemoryProcess, CliProcess>();
  const gone = new Set<MemoryProcess>();
  const start = (process: MemoryProcess) => {
    const { failsToStart, neverReads } = scenario.faults ?? {};
    if (failsToStart) {
      gone.add(process);
      process.fail(startFailure(failsToStart, process.command));
      return;
    }
    const pid = 1000 + running.size;
    const stdout = createStdout(process, clock);
    const cli = new CliProcess({
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
        stdout.closeAtExit();
        process.exit('code' in end ? { code: end.code } : { signal: end.signal });
      },
    });
    running.set(process, cli);
    if (neverReads) process.writes = 'hold';
    process.spawn(pid);
    cli.start();
  };
  const behaviour: MemoryBehaviour = {
    started: start,
    wrote: (process, text) => running.get(process)?.receive(text),
    ended: (process) => running.get(process)?.endInput(),
    killed: (process, signal) => running.get(process)?.signal(signal),
  };
  // Without the fault there is nothing to check, and a test sees only the processes that it expects.
  const answersVersion = scenario.faults?.versionText !== undefined;
  const port = {
    ...memoryPort(behaviour),
    ...(answersVersion && { answersVersion: true as const }),
  };
  const processes = () =>
    port.processes.map(
      (process): FakeProcess => ({
        args: process.command.args,
        env: process.command.env,
        written: process.written,
        ran: running.get(process)?.ran ?? [],
        isGone: gone.has(process),
        files: running.get(process)?.files ?? {},
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
    push(frame) {
      const process = port.processes.findLast((one) => running.has(one) && !gone.has(one));
      if (!process) {
        throw new Error('No CLI is running, so nothing can be pushed. Start a query or a session.');
      }
      process.stdout(`${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n`);
    },
  };
}
