import { BroadcastLog, type LogLimits } from '../../../src/actors/messages/BroadcastLog.js';
import type { MessageFrame } from '../../../src/codec/frames.js';
import { settle } from '../../support/simulated.js';

export const sizeOf = ({ text }: MessageFrame) => text.length;

export function frame(text: string): MessageFrame {
  return { kind: 'message', message: { type: 'keep_alive' } as never, text };
}

export const frames = (...texts: string[]) => texts.map(frame);
export const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => String(from + index).padStart(5, '0'));

export function logOf(limits: Partial<LogLimits> = {}) {
  const warnings: number[] = [];
  return { log: new BroadcastLog(sizeOf, limits, (bytes) => warnings.push(bytes)), warnings };
}

export type Reader = AsyncIterableIterator<MessageFrame>;

/** The texts of everything up to the end. */
export async function rest(reader: Reader): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of reader) texts.push(text);
  return texts;
}

export async function read(reader: Reader, count: number): Promise<string[]> {
  const texts: string[] = [];
  for (let i = 0; i < count; i++) texts.push((await reader.next()).value?.text ?? 'the end');
  return texts;
}

/** Whether a promise is settled by now. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  promise.then(note, note);
  await settle();
  return settled;
}
