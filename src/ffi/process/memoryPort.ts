import { type MemoryBehaviour, type MemoryProcess, memoryProcess } from './memoryProcess.js';
import type { Port } from './port.js';

export interface MemoryPort extends Port {
  /** All processes started so far, in order. */
  readonly processes: readonly MemoryProcess[];
}

/** A port whose processes exist only in memory, for tests and fakes. */
export function memoryPort(behaviour: MemoryBehaviour = {}): MemoryPort {
  const processes: MemoryProcess[] = [];
  return {
    processes,
    start(command, listener) {
      const { process, handle } = memoryProcess(command, listener, behaviour);
      processes.push(process);
      queueMicrotask(() => behaviour.started?.(process));
      return handle;
    },
  };
}
