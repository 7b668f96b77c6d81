/** `goal` is where we want to be. It is printed, and decides nothing. */
export type Target = ({ atLeast: number } | { atMost: number }) & { goal?: number };

export interface Measured<Measure extends string = string> {
  /** The measure that the target is about. A short run uses the CPU time instead, if there is one. */
  by: Measure;
  /** The value of every round. */
  measures: Readonly<Partial<Record<Measure | 'cpu', readonly number[]>>>;
  target?: Target;
  /** Replaces `target` in a short run, which is too short to reach it. */
  shortTarget?: Target;
}

export interface Mode {
  short?: boolean;
}

export type Verdict = 'met' | 'over target' | 'under target' | 'no target';

export const rule: string;
export const shortRule: string;
export function decidingMeasure(row: Measured, mode?: Mode): string;
export function targetOf(row: Measured, mode?: Mode): Target | undefined;
export function verdict(row: Measured, mode?: Mode): Verdict;
export function isClearMiss(row: Measured, mode?: Mode): boolean;
