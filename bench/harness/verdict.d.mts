export type Target = { atLeast: number } | { atMost: number };

export interface Judged<Measure extends string = string> {
  /** What counts, unless the short form finds a CPU time. */
  by: Measure;
  /** The value of every round. */
  measures: Readonly<Partial<Record<Measure | 'cpu', readonly number[]>>>;
  target?: Target;
  /** What the short form reaches, by its measure, where that is less than the target. */
  reached?: Target;
}

export interface Form {
  short?: boolean;
}

export const rule: string;
export const shortRule: string;
export function judgedBy(row: Judged, form?: Form): string;
export function targetOf(row: Judged, form?: Form): Target | undefined;
export function verdict(row: Judged, form?: Form): 'met' | 'missed' | 'noise' | 'shown';
