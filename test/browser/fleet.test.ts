import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Running } from '../cli/support/runMain.js';
import { InspectedProgram } from '../inspect/page/support/InspectedProgram.js';
import { until } from '../support/until.js';
import { describeInBrowser } from './support/browser.js';
import { runAxe } from './support/runAxe.js';

let program: InspectedProgram;
const workers: Running[] = [];
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-fleet-page-'));
const store = join(folder, 'store');
beforeAll(() => {
  program = new InspectedProgram();
}, 60_000);
afterEach(async () => {
  for (const { child } of workers) child.kill('SIGTERM');
  await Promise.all(workers.map(({ ended }) => ended));
  await program.stop();
});
afterAll(() => {
  program.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A worker for one conversation at a time, whose CLI is too old to put a call off. */
function workerModule(): string {
  const base = new URL('../', pathToFileURL(program.main.path)).href;
  const file = join(folder, 'worker.mjs');
  writeFileSync(
    file,
    `import { createFleet, fileStore } from '${base}fleet/index.js';
import { fakeCli } from '${base}testing/index.js';
const turn = [{ tool: 'Bash', input: { command: 'git push origin main' } }, { text: 'Pushed.' }];
export default createFleet({
  worker: process.env.WORKER,
  store: fileStore(${JSON.stringify(store)}),
  pool: { max: 1 },
  approvals: { tools: ['Bash'], holdMs: 600_000 },
  options: ({ id }) => ({
    label: id,
    port: fakeCli({ version: '2.1.197', turns: [turn] }).port,
  }),
});\n`,
  );
  return file;
}

const fleet = (...args: string[]) => program.main.run('fleet', ...args, '--store', store);
const row = (page: Page, id: string) => page.locator('.conversations tbody tr', { hasText: id });

describeInBrowser('the fleet', (open) => {
  it('lists conversations of two workers, and answers their approvals', async () => {
    const flags = ['--store', store, '--show-content', '--answer'];
    const answerUrl = await program.open('fleet', 'inspect', ...flags);
    const [url = ''] = answerUrl.split('#');
    const { page, problems } = await open(answerUrl);
    await page.getByText('The fleet has no conversations yet.').waitFor();

    const module = workerModule();
    for (const WORKER of ['worker-a', 'worker-b']) {
      const env = { WORKER, CLAUDE_ACTORS_INSPECT: `${url}?content=shown` };
      const worker = program.main.start(['fleet', 'work', '--fleet', module], { env, stdin: null });
      workers.push(worker);
      await until(WORKER, () => worker.err().includes('is ready') || undefined);
    }
    await fleet('send', 'chat-1', 'Push it', '--tenant', 'anna', '--no-wait');
    await fleet('send', 'chat-2', 'Push it', '--tenant', 'ben', '--no-wait');
    await page.locator('#fleet-count', { hasText: '2' }).waitFor({ timeout: 30_000 });
    for (const worker of ['worker-a', 'worker-b']) {
      await page.locator('.workers li', { hasText: worker }).waitFor();
    }
    await row(page, 'chat-1').getByText('needs an answer').waitFor();
    expect(await page.locator('.approval pre').first().textContent()).toContain('git push');
    expect(await runAxe(page)).toEqual([]);

    const narrow = { viewport: { width: 600, height: 800 }, colorScheme: 'dark' } as const;
    const second = await open(url, narrow);
    await second.page.getByText('To answer, open the address').first().waitFor();
    expect(await second.page.getByRole('button', { name: /^Allow/ }).count()).toBe(0);
    expect(await runAxe(second.page)).toEqual([]);
    await second.page.context().close();

    const denied = page.locator('.approval', { hasText: 'chat-2' });
    await denied.getByLabel('Reason').fill('Not on a Friday.');
    // Another card goes away, and the list is drawn again. The reason stays.
    await page.getByRole('button', { name: 'Allow once Bash in chat-1' }).click();
    await page.locator('#fleet-count', { hasText: '1' }).waitFor();
    expect(await denied.getByLabel('Reason').inputValue()).toBe('Not on a Friday.');
    await denied.getByRole('button', { name: /^Deny/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.approval').first().waitFor({ state: 'detached' });
    for (const id of ['chat-1', 'chat-2']) await row(page, id).getByText('idle').waitFor();

    await page.getByRole('button', { name: 'chat-2' }).last().click();
    await page.locator('.decision.refused', { hasText: 'Not on a Friday.' }).waitFor();
    await page.keyboard.press('5');
    await page.getByRole('button', { name: 'chat-1' }).last().click();
    await page.locator('.said', { hasText: 'Pushed.' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  }, 120_000);
});

describe('fleet inspect', () => {
  it('needs content to be shown before anybody can answer', async () => {
    const { code, err } = await fleet('inspect', '--answer');
    expect(code).toBe(2);
    expect(err).toContain('--answer needs --show-content');
  }, 30_000);
});
