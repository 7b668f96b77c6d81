import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { InspectedProgram } from '../inspect/page/support/InspectedProgram.js';
import { describeInBrowser } from './support/browser.js';
import { postRows, recordTurns } from './support/recordedRows.js';

const limit = 300 * 1024;

let program: InspectedProgram;
beforeAll(() => {
  program = new InspectedProgram();
}, 60_000);
afterEach(() => program.stop());
afterAll(() => program.remove());

describeInBrowser('the files of the page', (open) => {
  it('are under 300 KB compressed, and come from the page itself', async () => {
    const url = await program.open('inspect');
    await postRows(url, await recordTurns((turns) => turns === 1));
    const { page } = await open('about:blank');
    const requested: string[] = [];
    const sizes: Record<string, number> = {};
    page.on('request', (request) => requested.push(request.url()));
    page.on('response', async (response) => {
      const name = response.url().slice(url.length);
      if (name.startsWith('events') || response.url().startsWith('data:')) return;
      sizes[name || 'page'] = gzipSync(await response.body()).length;
    });
    await page.goto(url);
    await page.locator('#position', { hasText: /^\d/ }).waitFor();
    for (const tab of await page.locator('[role=tab]:visible').all()) await tab.click();
    await page.keyboard.press('?');

    const strangers = requested.filter((one) => !one.startsWith(url) && !one.startsWith('data:'));
    expect(strangers).toEqual([]);
    expect(Object.keys(sizes).sort()).toEqual(['client/main.js', 'page', 'page.css']);
    const sum = Object.values(sizes).reduce((all, size) => all + size, 0);
    process.stderr.write(`The page has ${(sum / 1024).toFixed(1)} KB compressed (limit: 300 KB)\n`);
    expect(sum).toBeGreaterThan(5_000);
    expect(sum).toBeLessThan(limit);
    await page.context().close();
  }, 60_000);
});
