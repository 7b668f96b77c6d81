import { memoryPort } from '../../../ffi/process/memoryPort.js';
import type { MemoryProcess } from '../../../ffi/process/memoryProcess.js';
import type { Port } from '../../../ffi/process/port.js';
import { PlayedProcess } from './PlayedProcess.js';

/** Processes that live in memory and do what a path says; what is done to them is kept to account. */
export class PlayedPort implements Port {
  readonly processes: PlayedProcess[] = [];
  /** What was done to a process and must not be. */
  readonly offences: string[] = [];
  readonly #port = memoryPort();
  #killsAll = false;

  start(...[command, listener]: Parameters<Port['start']>): ReturnType<Port['start']> {
    const handle = this.#port.start(command, listener);
    const played = new PlayedProcess(this.#port.processes.at(-1) as MemoryProcess);
    this.processes.push(played);
    // Later, for an application that starts one anew whenever one dies must not hold up the rest.
    if (this.#killsAll) setImmediate(kill, played).unref();
    let ended = false;
    return {
      ...handle,
      write: (line, done) => {
        if (ended) this.offences.push(`wrote to a CLI whose input it had closed: ${line.trim()}`);
        if (played.isGone) this.offences.push(`wrote to a CLI that had exited: ${line.trim()}`);
        handle.write(line, done);
      },
      end: () => {
        ended = true;
        handle.end();
      },
    };
  }

  /** Those that live, and those that are started from now on. */
  killAll(): void {
    this.#killsAll = true;
    for (const one of this.processes) kill(one);
  }
}

function kill(one: PlayedProcess): void {
  one.exit({ signal: 'SIGKILL' });
}
