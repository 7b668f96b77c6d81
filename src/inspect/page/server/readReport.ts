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

/** Reads a report from the body of a request; undefined if it is invalid or far too long. */
export async function readReport(request: IncomingMessage): Promise<ReceivedReport | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      received += chunk.length;
      if (size > reportBytes || received > receivedBytes) return undefined;
      chunks.push(chunk);
    }
  } finally {
    received -= size;
  }
  try {
    const report: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (!isReport(report)) return undefined;
    const charts = report.charts.filter(isChart);
    return { report: { ...report, charts }, refusedCharts: report.charts.length - charts.length };
  } catch {
    return undefined;
  }
}
