import type { JsonObject } from '../../../codec/jsonObject.js';

/** Checks of what comes from other programs. */
export type Check = (value: unknown) => boolean;

export const text: Check = (value) => typeof value === 'string';
export const count: Check = (value) => typeof value === 'number';
export const texts: Check = (value) => Array.isArray(value) && value.every(text);

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

export function fits(value: JsonObject, fields: Readonly<Record<string, Check>>): boolean {
  return Object.entries(fields).every(([name, check]) => check(value[name]));
}
