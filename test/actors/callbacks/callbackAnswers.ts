import { CallbackJob } from '../../../src/actors/callbacks/CallbackJob.js';
import type { Prepared } from '../../../src/actors/callbacks/callbackHost.js';
import { type UserCallbacks, userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import type { CliRequest } from '../../../src/codec/frames.js';

export function prepare(user: UserCallbacks, request: object): Prepared {
  return userCallbacks(user).prepare('r', request as CliRequest);
}

/** What user code answers, as JSON would carry it. */
export async function answer(prepared: Prepared): Promise<unknown> {
  if (prepared.kind !== 'callback') throw new Error(`this is ${prepared.kind}`);
  const { body } = await CallbackJob.run(prepared.job, new AbortController());
  return JSON.parse(body);
}

/** What is answered if user code gives no answer. */
export function failure(prepared: Prepared): unknown {
  if (prepared.kind === 'unanswerable') throw new Error('there is none');
  return JSON.parse(prepared.request.failureBody);
}

/** Shapes that no callback may return, and how each is named. */
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
export const nonsense: [unknown, string][] = [
  [undefined, 'undefined'],
  [null, 'null'],
  ['text', 'a string'],
  [7, 'a number'],
  [[], 'an array'],
  [() => {}, 'a function'],
  [new Map(), 'an object of type Map'],
  [cyclic, 'not JSON'],
  [{ n: 1n }, 'not JSON'],
  [{ toJSON: () => undefined }, ''],
];
