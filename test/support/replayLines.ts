import type { InitializeFields } from '../../src/codec/requestsToCli.js';
import type { Entry, Recording } from './recordings.js';

type Json = Record<string, unknown>;

/** The request with which a recorded session begins. */
export function initializeOf({ entries }: Recording): InitializeFields {
  const first = entries.find((entry) => entry.dir === 'in');
  if (!first?.message) throw new Error('a recorded session begins with initialize');
  return first.message.request as InitializeFields;
}

/** The frames of the CLI outside the control protocol, with their lines, counted from 1. */
export function messagesOf({ entries }: Recording): { line: number; message: Json }[] {
  return entries.flatMap((entry, index) =>
    entry.dir === 'out' && !String(entry.message.type).startsWith('control_')
      ? { line: index + 1, message: entry.message }
      : [],
  );
}

/** The CLI's answers to our control requests, by id. */
export function answersOf({
  entries,
}: Recording): Map<string, { response?: Json; error?: string }> {
  const answers = entries.flatMap((entry) =>
    entry.dir === 'out' && entry.message.type === 'control_response'
      ? (entry.message.response as { request_id: string; response?: Json; error?: string })
      : [],
  );
  return new Map(answers.map((answer) => [answer.request_id, answer]));
}

/** For each line of the CLI, the last line of the burst it belongs to. */
export function burstEnd({ entries }: Recording): (line: number) => number {
  const says = (entry: Entry | undefined) => entry?.dir === 'out';
  return (line) => {
    let last = line;
    while (says(entries[last - 1]) && says(entries[last])) last += 1;
    return last;
  };
}

/** The same outcome, with its lines counted differently. */
export function placed<Value>(value: Value, place: (line: number) => number): Value {
  if (typeof value === 'number') return place(value) as Value;
  if (Array.isArray(value)) return value.map((part) => placed(part, place)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { at, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, placed(part, place)]),
  );
  const told = at === undefined || Object.values(rest).includes(at) ? rest : { ...rest, at };
  return told as Value;
}
