import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { runCommandLine } from '../../src/cli/commandLine.js';
import { memoryHost } from '../cli/support/memoryHost.js';
import { InspectedProgram } from '../inspect/page/support/InspectedProgram.js';
import { describeInBrowser } from './support/browser.js';

const shots = mkdtempSync(join(tmpdir(), 'claude-actors-shots-'));
if (process.env.KEEP_SHOTS) process.stderr.write(`Screenshots are in ${shots}\n`);
else afterAll(() => rmSync(shots, { recursive: true, force: true }));

let program: InspectedProgram;
beforeAll(() => {
  program = new InspectedProgram();
}, 60_000);
afterEach(() => program.stop());
afterAll(() => program.remove());

const textOf = async (page: Page, selector: string) => (await page.textContent(selector)) ?? '';

function untilText(page: Page, selector: string, text: RegExp | string): Promise<unknown> {
  return page.locator(selector).filter({ hasText: text }).first().waitFor();
}

/** The dotted paths of the states that are marked as active. */
function activeStates(page: Page): Promise<string[]> {
  return page.$$eval('.box.active', (boxes) =>
    boxes.map((box) => box.getAttribute('data-path') ?? '').filter((path) => path !== ''),
  );
}

describeInBrowser('the page', (open) => {
  it('shows a session from its start to its end', async () => {
    const { page, problems } = await open(await program.start('--show-content'));
    await untilText(page, '#actor-state', 'running · idle');
    expect(await activeStates(page)).toEqual(
      expect.arrayContaining([
        'running',
        'running.turn',
        'running.turn.idle',
        'running.input.open',
      ]),
    );
    expect(await textOf(page, '#sessions .session')).toContain('idle');
    expect(await textOf(page, '#sessions .program')).toContain('program.mjs');
    await page.screenshot({ path: join(shots, 'idle.png') });

    program.tell('send');
    await untilText(page, '#actors', /hook PreToolUse Write.*running/);
    await page.click('#tab-pending');
    const hook = page.locator('#panel-pending tr.hook');
    await hook.waitFor();
    expect(await hook.textContent()).toContain('PreToolUse Write');
    const age = (await hook.locator('.age').textContent()) ?? '';
    await hook.locator('.age').filter({ hasNotText: age }).waitFor();

    program.tell('hook');
    await untilText(page, '#actor-state', 'requiresAction');
    await page.locator('#panel-pending tr.permission').waitFor();
    expect(await page.locator('tr.hook').count()).toBe(0);
    expect(await activeStates(page)).toContain('running.turn.requiresAction');
    expect(await page.locator('.edge.last').count()).toBe(1);
    await untilText(page, '.chart text.event', 'cli.callback');
    await page.screenshot({ path: join(shots, 'asking.png') });

    program.tell('permit');
    await untilText(page, '#actor-state', 'running · idle');
    program.tell('end');
    await untilText(page, '#actor-state', 'stopped');
    await untilText(page, '#sessions .pid', 'ended');
    expect(await activeStates(page)).toEqual(['stopped']);
    expect(await textOf(page, '#panel-pending')).toBe('Nothing is pending.');
    expect(problems).toEqual([]);

    // The page stays while it is open, and the command then exits like the program.
    expect(program.running.child.exitCode).toBe(null);
    await page.context().close();
    expect(await program.running.ended).toMatchObject({ code: 7 });
  }, 60_000);

  it('searches, filters and exports frames', async () => {
    const { page } = await open(await program.start('--show-content'));
    await untilText(page, '#actor-state', 'running · idle');
    for (const word of ['send', 'hook', 'permit', 'end'] as const) program.tell(word);
    await untilText(page, '#actor-state', 'stopped');

    await page.keyboard.press('/');
    await page.keyboard.type('needle');
    await untilText(page, '#panel-frames .count', /^\d+ of \d+$/);
    const found = Number((await textOf(page, '#panel-frames .count')).split(' ')[0]);
    expect(found).toBeGreaterThan(0);
    expect(await page.locator('#panel-frames .row').count()).toBe(found);
    await page.locator('#panel-frames .row').first().click();
    expect(await textOf(page, '#detail pre')).toContain('NEEDLE');
    await page.screenshot({ path: join(shots, 'frames.png') });
    await page.getByLabel('Direction').selectOption('in');
    expect(await page.locator('#panel-frames .row.out').count()).toBe(0);
    await page.getByLabel('Search frames').fill('');
    await page.getByLabel('Type').selectOption('user');
    await untilText(page, '#panel-frames .count', /^1 of/);

    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export')]);
    const file = join(shots, 'recording.ndjson');
    await download.saveAs(file);
    expect(readFileSync(file, 'utf8')).toContain('NEEDLE');
    const host = memoryHost();
    expect(await runCommandLine(['replay', file], host)).toBe(0);
    expect(host.out()).toContain('Found.');
    await page.context().close();
    await program.running.ended;
  }, 60_000);

  it('goes back in time with the keyboard alone', async () => {
    const { page } = await open(await program.start());
    await untilText(page, '#actor-state', 'running · idle');
    for (const word of ['send', 'hook', 'permit'] as const) program.tell(word);
    await page.click('#tab-sequence');
    await untilText(page, '#panel-sequence', 'result');
    await untilText(page, '#actor-state', 'running · idle');

    await page.locator('#scrub').focus();
    await page.keyboard.press('Home');
    await page.locator('body.past').waitFor();
    expect(await page.locator('#actors [role=treeitem]').count()).toBe(1);
    for (let step = 0; step < 200 && (await activeStates(page)).length === 0; step += 1) {
      await page.keyboard.press('ArrowRight');
    }
    expect(await activeStates(page)).toEqual(['starting', 'starting.checking']);
    await page.keyboard.press('l');
    await untilText(page, '#actor-state', 'running · idle');
    expect(await page.locator('body.past').count()).toBe(0);
    await page.keyboard.press('[');
    await page.locator('body.past').waitFor();
    await page.keyboard.press(']');
    await page.locator('body:not(.past)').waitFor();

    // Arrow keys move through tabs, the tree and lists; Enter selects.
    await page.locator('#tab-sequence').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#panel-frames').isVisible()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await page.locator('#actors [aria-selected=true]').focus();
    const focused = page.locator('#actors :focus');
    for (let step = 0; step < 5 && !/process/.test(await focused.innerText()); step += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await untilText(page, '#actor-name', 'process');
    expect(await activeStates(page)).toContain('alive');
    await page.getByLabel('Sequence of events').focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('#panel-sequence .row.selected').waitFor();
    await page.screenshot({ path: join(shots, 'past.png') });
    await page.context().close();
  }, 60_000);

  it('reaches every control with the Tab key', async () => {
    const { page } = await open(await program.start());
    await untilText(page, '#actor-state', 'running · idle');
    const reached = new Set<string>();
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      // Between the last and the first control, nothing has the focus.
      const names = await page.$$eval(':focus', (active) =>
        active.map((one) => one.id || one.getAttribute('role') || one.className),
      );
      for (const name of names) reached.add(name.trim());
    }
    expect([...reached]).toEqual(
      expect.arrayContaining([
        ...['export', 'session', 'treeitem', 'tab-conversation', 'feed'],
        ...['step-back', 'scrub', 'step-forward', 'live', 'turn-back', 'turn-forward', 'time-fit'],
        ...['resize-nav', 'resize-step', 'resize-main', 'resize-footer', 'open-help', 'img'],
      ]),
    );
    await page.context().close();
  }, 60_000);

  it('follows the light or dark scheme of the system, and hides content by default', async () => {
    const url = await program.start();
    const grounds: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, problems } = await open(url, { colorScheme });
      await untilText(page, '#actor-state', 'running · idle');
      grounds.push(
        await page.locator('header').evaluate((header) => {
          const { getComputedStyle: styleOf } = globalThis as unknown as {
            getComputedStyle(element: unknown): { backgroundColor: string };
          };
          return styleOf(header).backgroundColor;
        }),
      );
      await page.screenshot({ path: join(shots, `${colorScheme}.png`) });
      await page.click('#tab-frames');
      await page.locator('#panel-frames .row').first().click();
      await untilText(page, '#detail', 'Content is hidden');
      expect(await textOf(page, '#content')).toBe('content hidden');
      await page.click('#tab-sequence');
      await page.locator('#panel-sequence .row', { hasText: 'request initialize' }).first().click();
      await untilText(page, '#detail', /Actions: xstate\./);
      expect(problems).toEqual([]);
      if (colorScheme === 'dark') await page.context().close();
    }
    expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(22, 27, 34)']);
  }, 60_000);
});

describeInBrowser('the page under load', (open) => {
  it('stays usable with 100,000 events and hostile names', async () => {
    const url = await program.start();
    const { page, problems } = await open(url);
    await untilText(page, '#actor-state', 'running · idle');
    const evil = '<img src=x onerror="document.title=\'evil\'">';
    const source = { id: 'load', pid: 1, title: evil, content: 'shown' };
    const post = (rows: object[]) =>
      fetch(`${url}rows`, {
        method: 'POST',
        body: JSON.stringify({
          source,
          charts: [],
          rows: rows.map((row) => ({ at: 1, system: 'x', ...row })),
        }),
      });
    await post([{ kind: 'actor', id: 'x', name: evil, role: 'session' }]);
    await page.getByText(evil).first().waitFor();
    await page.locator('.session', { hasText: evil }).click();
    for (let batch = 0; batch < 50; batch += 1) {
      await post(Array.from({ length: 2_000 }, () => ({ kind: 'event', to: 'x', type: evil })));
    }
    await untilText(page, '#position', '100,001 / 100,001');
    await page.locator('#scrub').focus();
    await page.keyboard.press('Home');
    await page.locator('body.past').waitFor();
    expect(Number(await page.getAttribute('#scrub', 'aria-valuenow'))).toBeGreaterThan(80_000);
    expect(await page.locator('#panel-sequence .row').count()).toBeLessThan(100);
    expect(await page.title()).toBe('claude-actors inspector');
    expect(await page.locator('img').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.screenshot({ path: join(shots, 'load.png') });
    await page.context().close();
  }, 90_000);

  it('says so when the inspector has stopped', async () => {
    const { page } = await open(await program.start());
    await untilText(page, '#actor-state', 'running · idle');
    program.running.child.kill('SIGKILL');
    await untilText(page, '#connection', 'the inspector has stopped');
    await page.context().close();
  }, 60_000);
});
