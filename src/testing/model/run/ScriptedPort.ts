import { memoryPort } from '../../../ffi/process/memoryPort.js';
import type { MemoryProcess } from '../../../ffi/process/memoryProcess.js';
import type { Port } from '../../../ffi/process/port.js';
import { ScriptedProcess } from './ScriptedProcess.js';

/** A port whose processes exist in memory and follow a path. It reports misuse of a process. */
export class ScriptedPort implements Port {
  readonly processes: ScriptedProcess[] = [];
  /** What the application did to a process and must not do. */
  readonly violations: string[] = [];
  readonly #port = memoryPort();
  #killsAll = false;

  start(...[command, listener]: Parameters<Port['start']>): ReturnType<Port['start']> {
    const handle = this.#port.start(command, listener);
    const scripted = new ScriptedProcess(this.#port.processes.at(-1) as MemoryProcess);
    this.processes.push(scripted);
    // Not at once: an application that restarts a process whenever one dies would loop forever.
    if (this.#killsAll) setImmediate(kill, scripted).unref();
    let ended = false;
    return {
      ...handle,
      write: (line, done) => {
        if (ended) this.violations.push(`wrote to a CLI whose input it had closed: ${line.trim()}`);
        if (scripted.isGone) this.violations.push(`wrote to a CLI that had exited: ${line.trim()}`);
        handle.write(line, done);
      },
      end: () => {
        ended = true;
        handle.end();
      },
    };
  }

  /** Kills all processes, and every process that is started later. */
  killAll(): void {
    this.#killsAll = true;
    for (const one of this.processes) kill(one);
  }
}

function kill(one: ScriptedProcess): void {
  one.exit({ signal: 'SIGKILL' });
}
