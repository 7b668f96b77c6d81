import type { Measured, Mode } from './verdict.mjs';

export interface Row extends Measured {
  name: string;
  unit?: string;
  details?: string;
}

export function formatNumber(value: number): string;
export function textTable(rows: readonly Row[], mode?: Mode): string;
export function markdownTable(rows: readonly Row[], mode?: Mode): string;
export function summary(rows: readonly Row[], mode?: Mode): string;
