import { isObject, type JsonObject } from '../../../codec/jsonObject.js';
import type { RowBody } from '../model/rows.js';
import { type Check, count, fits, optional, orNull, text, texts } from './checks.js';

const steps: Check = (value) => Array.isArray(value) && value.every(isStep);

/** What the models of the page rely on, by the kind of a row. */
const fields: Record<RowBody['kind'], Record<string, Check>> = {
  actor: {
    id: text,
    parent: optional(text),
    name: text,
    role: optional(text),
    chart: optional(text),
    facts: optional(isObject),
  },
  state: { id: text, active: texts, status: text, steps: optional(steps) },
  event: {
    from: optional(text),
    to: text,
    type: text,
    facts: optional(isObject),
    text: optional(text),
  },
  frame: {
    id: text,
    dir: text,
    type: text,
    subtype: optional(text),
    ref: optional(text),
    about: optional(text),
    bytes: count,
    text: optional(text),
  },
  spawned: { id: text, pid: optional(count), args: texts },
  eof: { id: text },
  stderr: { id: text, bytes: count, text: optional(text) },
  exited: { id: text, code: orNull(count), signal: orNull(text) },
  dropped: { count },
};

/** Another version of this library may know other rows; what is not understood is refused. */
export function isRow(row: JsonObject): boolean {
  const { kind, at, system } = row;
  if (!text(kind) || !count(at) || !text(system)) return false;
  if (!Object.hasOwn(fields, kind as string)) return false;
  // An actor is made of all that its row holds: no other field may get into it.
  const isActor = kind === 'actor';
  if (isActor && ['active', 'steps', 'wire', 'status'].some((name) => name in row)) return false;
  return fits(row, fields[kind as RowBody['kind']]);
}

function isStep(step: unknown): boolean {
  return isObject(step) && text(step.from) && texts(step.to) && text(step.event);
}
