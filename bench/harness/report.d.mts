import type { Form, Judged } from './verdict.mjs';

export interface Row extends Judged {
  question: string;
  unit?: string;
  seen?: string;
}

export function shown(value: number): string;
export function textTable(rows: readonly Row[], form?: Form): string;
export function markdownTable(rows: readonly Row[], form?: Form): string;
