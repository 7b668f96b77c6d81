import type { IncomingMessage } from 'node:http';
import type { Report } from '../model/rows.js';
import { isChart, isReport } from './validateReport.js';

const maxBytes = 32 * 1024 * 1024;

export interface ReceivedReport {
  report: Report;
  /** How many charts were left out because the page could not draw them. */
  refusedCharts: number;
}

/** Reads a report from the body of a request; undefined if it is invalid or far too long. */
export async function readReport(request: IncomingMessage): Promise<ReceivedReport | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
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
