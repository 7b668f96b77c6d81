import type { IncomingMessage } from 'node:http';
import { pageLimits } from '../../../defaults.js';
import type { Report } from '../model/rows.js';
import { isChart, isReport } from './validateReport.js';

const { reportBytes, receivedBytes } = pageLimits;
/** The bytes of all reports that are being received. */
let received = 0;

export interface ReceivedReport {
  report: Report;
  /** How many charts were left out because the page could not draw them. */
  refusedCharts: number;
}

/** The body of a request; undefined if it is far too long. */
export async function readText(
  request: IncomingMessage,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      received += chunk.length;
      if (size > maxBytes || received > receivedBytes) return undefined;
      chunks.push(chunk);
    }
  } finally {
    received -= size;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads a report from the body of a request; undefined if it is invalid or far too long. */
export async function readReport(request: IncomingMessage): Promise<ReceivedReport | undefined> {
  const text = await readText(request, reportBytes);
  try {
    const report: unknown = JSON.parse(text ?? '');
    if (!isReport(report)) return undefined;
    const charts = report.charts.filter(isChart);
    return { report: { ...report, charts }, refusedCharts: report.charts.length - charts.length };
  } catch {
    return undefined;
  }
}
