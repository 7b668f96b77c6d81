// The program serves the inspector page, and the runner is its browser.
import { writeFileSync } from 'node:fs';
import { until } from './processes.mjs';
import { caseMs, succeeds } from './runCase.mjs';

export async function servesPage(run) {
  const opened = await until(() => /^page (\S+) of (\d+)/m.exec(run.output()), caseMs);
  if (!opened) return 'did not open a page';
  const [, url, pid] = opened;
  for (const file of ['', 'page.css', 'client/main.js', 'client/main.js.map']) {
    const { status } = await fetch(url + file);
    if (status !== 200) return `${file} has the status ${status}`;
  }
  const watching = new AbortController();
  const { body } = await fetch(`${url}events`, { signal: watching.signal });
  let told = '';
  for await (const bytes of body) {
    told += Buffer.from(bytes).toString();
    if (told.includes(`"pid":${pid}`) && told.includes('"session"')) break;
  }
  watching.abort();
  writeFileSync(run.toolFile, 'seen');
  return succeeds(run);
}
