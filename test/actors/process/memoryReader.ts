import type { CallbackHost } from '../../../src/actors/callbacks/callbackHost.js';
import { userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import { Reader } from '../../../src/actors/process/Reader.js';
import type { CliEvent } from '../../../src/machines/cliEvents.js';

export interface MemoryReader {
  reader: Reader;
  events: CliEvent[];
  line(...frames: unknown[]): void;
}

/** A reader, and the events that come out of it. */
export function readerOf(host: CallbackHost = userCallbacks({}), lineBytes?: number): MemoryReader {
  const events: CliEvent[] = [];
  const reader = new Reader(host, (event) => events.push(event), { lineBytes });
  return {
    reader,
    events,
    line: (...frames) =>
      reader.push(Buffer.from(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''))),
  };
}

export const types = (events: readonly CliEvent[]) => events.map((event) => event.type);
