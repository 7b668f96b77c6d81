import { createHash } from 'node:crypto';
import type { OverviewSystem } from '../page/model/overview.js';
import type { Chart, Report, Row } from '../page/model/rows.js';
import type { LogStart } from '../page/model/SystemLog.js';
import { Hub } from '../page/server/Hub.js';
import { pageHtml } from '../page/server/pageHtml.js';
import { pageCss, readPageScript } from '../page/server/readAsset.js';

/** What a report contains instead of a connection to a server. */
export interface ReportData {
  overview: OverviewSystem[];
  systems: Record<string, { charts: Chart[]; start: LogStart; rows: readonly Row[] }>;
}

/**
 * The inspector page with everything in it, as one HTML file. It needs no server and no network,
 * and its content security policy forbids both.
 */
export async function reportHtml(reports: readonly Report[]): Promise<string> {
  const hub = new Hub({ systems: Number.MAX_SAFE_INTEGER });
  for (const report of reports) hub.receiveRecording(report);
  const overview = hub.overview();
  const systems = overview.map(({ key }) => {
    const log = hub.log(key);
    if (!log) throw new Error(`There is no log of ${key}.`);
    return [key, { charts: hub.charts(key), start: log.start(), rows: log.rows }] as const;
  });
  const data: ReportData = { overview, systems: Object.fromEntries(systems) };
  const script = withoutMap(await readPageScript());
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(pageCss)}' 'unsafe-inline'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const inlined: [RegExp, string][] = [
    [/<meta charset="utf-8">/, `$&\n${policyTag(policy)}`],
    [/<link rel="stylesheet"[^>]*>/, `<style>${pageCss}</style>`],
    [/<script type="module"[^>]*><\/script>\n/, ''],
    [/<\/body>/, `${dataTag(data)}\n<script type="module">${script}</script>\n</body>`],
  ];
  // As a function, because `$` has a meaning in a replacement text.
  return inlined.reduce(
    (html, [place, text]) => html.replace(place, (found) => text.replace(/^\$&/, () => found)),
    pageHtml,
  );
}

function policyTag(policy: readonly string[]): string {
  return `<meta http-equiv="content-security-policy" content="${policy.join('; ')}">`;
}

/** No text of a recording can end the element, because `<` does not occur in it. */
function dataTag(data: ReportData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="report-data">${json}</script>`;
}

function withoutMap(script: string): string {
  return script
    .replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
    .replaceAll('</script', '<\\/script');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
