import type { Lease } from '../engineTypes.js';

/** Sees to it that no process outlives its lease. */
export interface LeaseDeadline {
  /**
   * Ends what was started with this token in its environment shortly before the lease ends, unless it is
   * renewed.
   *
   * @param stop - Ends the process from within, if that is still possible.
   * @returns A function that ends the watch, for when nothing is left to end.
   */
  watch(token: string, lease: Lease, stop: () => void): () => void;
}
