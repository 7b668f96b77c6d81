import type { StopSignal } from './Port.js';
import type { ProcessEntry } from './processTree.js';

/** A process and all that it started, as the target of signals. Nothing here ever throws. */
export interface Family {
  signal(signal: StopSignal): void;
  /**
   * Once the process is gone: kills what outlived our signals, and those of `marked` that live; how
   * many had groups of their own.
   */
  sweep(marked?: ReadonlySet<number>): number;
  /** The parent is ending. `gently` leaves the last blow to a guard that outlives the parent. */
  endNow(gently: boolean, processes: readonly ProcessEntry[]): void;
}
