import { type MemoryBehaviour, type MemoryProcess, memoryProcess } from './memoryProcess.js';
import type { Port } from './Port.js';

export interface MemoryPort extends Port {
  /** In the order in which they were started. */
  readonly processes: readonly MemoryProcess[];
}

/** A port without an operating system, for tests and fakes. */
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
