import type { IncomingMessage } from 'node:http';
import { isObject } from '../../../codec/jsonObject.js';
import type { Packet } from '../model/rows.js';
import { count, fits, text } from './checks.js';
import { isChart } from './isChart.js';
import { isRow } from './validateReport.js';

const mostBytes = 32 * 1024 * 1024;

export interface Report {
  packet: Packet;
  /** So many charts came that no page could draw; they are left out. */
  refusedCharts: number;
}

/** The body of a report; undefined where it is none, or too long to be an honest one. */
export async function readPacket(request: IncomingMessage): Promise<Report | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) return undefined;
    parts.push(part);
  }
  try {
    const packet: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    if (!isPacket(packet)) return undefined;
    const charts = packet.charts.filter(isChart);
    return { packet: { ...packet, charts }, refusedCharts: packet.charts.length - charts.length };
  } catch {
    return undefined;
  }
}

/** All but the charts. */
function isPacket(value: unknown): value is Omit<Packet, 'charts'> & { charts: unknown[] } {
  if (!isObject(value)) return false;
  const { source, charts, rows } = value;
  return (
    isObject(source) &&
    fits(source, { id: text, pid: count, title: text, content: text }) &&
    Array.isArray(charts) &&
    Array.isArray(rows) &&
    rows.every((row) => isObject(row) && isRow(row))
  );
}
