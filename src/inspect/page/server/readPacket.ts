import type { IncomingMessage } from 'node:http';
import { isObject } from '../../../codec/jsonObject.js';
import type { Packet } from '../model/Row.js';
import { isRow } from './isRow.js';

const mostBytes = 32 * 1024 * 1024;

/** The body of a report; undefined where it is none, or too long to be an honest one. */
export async function readPacket(request: IncomingMessage): Promise<Packet | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) return undefined;
    parts.push(part);
  }
  try {
    const packet: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return isPacket(packet) ? packet : undefined;
  } catch {
    return undefined;
  }
}

function isPacket(value: unknown): value is Packet {
  if (!isObject(value)) return false;
  const { source, charts, rows } = value;
  const isNamed = isObject(source) && typeof source.id === 'string';
  return (
    isNamed &&
    isListOfObjects(charts) &&
    charts.every(({ key }) => typeof key === 'string') &&
    isListOfObjects(rows) &&
    rows.every(isRow)
  );
}

function isListOfObjects(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.every(isObject);
}
