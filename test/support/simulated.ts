import { SimulatedClock } from 'xstate';
import type { CallbackHost } from '../../src/actors/callbacks/callbackHost.js';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import { Launch, type LaunchPlan } from '../../src/actors/process/Launch.js';
import { type MemoryPort, memoryPort } from '../../src/ffi/process/memoryPort.js';
import type { MemoryProcess } from '../../src/ffi/process/memoryProcess.js';

export interface SimulatedLaunch {
  launch: Launch;
  port: MemoryPort;
  clock: SimulatedClock;
  /** The process that was started. */
  process(): MemoryProcess;
}

/** A launch without an operating system, and a clock that a test moves. */
export function simulatedLaunch(
  callbacks: CallbackHost = userCallbacks({}),
  plan: Partial<LaunchPlan> = {},
): SimulatedLaunch {
  const port = memoryPort();
  const launch = new Launch({
    port,
    command: () => ({ file: 'claude', args: [], env: {}, stdin: 'pipe' }),
    checkVersion: () => ({ kind: 'accepted', version: '2.1.325' }),
    callbacks,
    ...plan,
  });
  return {
    launch,
    port,
    clock: new SimulatedClock(),
    process: () => {
      const [process] = port.processes;
      if (!process) throw new Error('nothing was started');
      return process;
    },
  };
}

/** Lets everything that is already due happen: microtasks, immediates, and what they set off. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}
