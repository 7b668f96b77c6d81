import type { EventBody, FrameBody, Row, StateBody } from './rows.js';

type StateRow = Row & StateBody;

/** What led to a row with a state, and what went over the wire for it. */
export interface StepCause {
  /** The event that the actor handled. */
  event?: Row & EventBody;
  /** The frames that caused the step, then those that it sent. */
  frames: (Row & FrameBody)[];
}

/** How many rows a step can be away from its event. A macrostep is rarely more than a dozen. */
const maxDistance = 400;

/**
 * Finds the event and the frames of a step. A macrostep is synchronous, so the frames that an actor
 * sends stand between its event and its state, and the frame that it reacts to stands before the
 * event, with nothing but other events in between.
 */
export function stepCause(rows: readonly Row[], n: number): StepCause {
  const first = rows[0]?.n ?? 0;
  const state = rows[n - first];
  if (state?.kind !== 'state' || state.cause === undefined) return { frames: [] };
  const lowest = Math.max(0, n - first - maxDistance);
  let index = n - first;
  while (index >= lowest && !isCause(rows[index], state)) index -= 1;
  const event = rows[index];
  if (event?.kind !== 'event' || index < lowest) return { frames: [] };
  const sent = rows.slice(index, n - first).filter(isSentFrame);
  const received = receivedFrame(rows, index);
  return { event, frames: received ? [received, ...sent] : sent };
}

function isCause(row: Row | undefined, { cause, id }: StateRow): boolean {
  return row?.kind === 'event' && row.eventId === cause && row.to === id;
}

function isSentFrame(row: Row): row is Row & FrameBody {
  return row.kind === 'frame' && row.dir === 'in';
}

/** The frame that an event came from. A state or the creation of an actor ends the search. */
function receivedFrame(rows: readonly Row[], from: number): (Row & FrameBody) | undefined {
  let isFromCli = false;
  for (let index = from; index >= 0; index -= 1) {
    const row = rows[index] as Row;
    if (row.kind === 'frame') return isFromCli && row.dir === 'out' ? row : undefined;
    if (row.kind !== 'event') return undefined;
    isFromCli = row.type.startsWith('cli.');
  }
  return undefined;
}

/** A field of a context, before and after a step. */
export interface ContextField {
  name: string;
  value: string | undefined;
  /** What the step changed: the field itself, or parts of it. */
  changes?: readonly ContextChange[];
}

export interface ContextChange {
  /** The dotted path within the field; empty if all of it is new, gone or another value. */
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** All fields of a context, those that row `n` changed first. */
export function contextFields(
  context: Readonly<Record<string, string>> = {},
  changed?: { n: number; before: Readonly<Record<string, string | null>> },
  n?: number,
): ContextField[] {
  const before = changed && changed.n === n ? changed.before : {};
  const names = [...Object.keys(before), ...Object.keys(context).sort()];
  return [...new Set(names)].map((name) => ({
    name,
    value: context[name],
    ...(name in before && { changes: diffFields(before[name] ?? undefined, context[name]) }),
  }));
}

/** What differs between two JSON texts, as deep as both are objects. */
function diffFields(before: string | undefined, after: string | undefined): ContextChange[] {
  const [old, young] = [parse(before), parse(after)];
  if (old === undefined || young === undefined) return [{ path: '', before, after }];
  return diffValues(old, young, '');
}

function diffValues(before: unknown, after: unknown, path: string): ContextChange[] {
  if (!isPlain(before) || !isPlain(after)) {
    const [old, young] = [JSON.stringify(before), JSON.stringify(after)];
    return old === young ? [] : [{ path, before: old, after: young }];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    diffValues(before[key], after[key], path === '' ? key : `${path}.${key}`),
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined if the text was cut, so that it is no JSON any more. */
function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
