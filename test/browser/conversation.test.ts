import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { InspectedProgram } from '../inspect/page/support/InspectedProgram.js';
import { describeInBrowser } from './support/browser.js';
import { postRows, recordTurns } from './support/recordedRows.js';

const shots = mkdtempSync(join(tmpdir(), 'claude-actors-shots-'));
if (process.env.KEEP_SHOTS) process.stderr.write(`Screenshots are in ${shots}\n`);
else afterAll(() => rmSync(shots, { recursive: true, force: true }));

let program: InspectedProgram;
beforeAll(() => {
  program = new InspectedProgram();
}, 60_000);
afterEach(() => program.stop());
afterAll(() => program.remove());

function recording(name: string): string {
  return fileURLToPath(new URL(`../fixtures/recordings/${name}.ndjson`, import.meta.url));
}

const lookAround = [600, 1024, 1600].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** Whether something on the page is cut off at its right edge. */
function isCutOff(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > innerWidth');
}

/** Looks again after each frame. The page's policy forbids `waitForFunction`. */
async function untilTrue(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) {
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

describeInBrowser('the conversation', (open) => {
  it('shows a turn as it happens: prompt, text, tool, who is asked about it', async () => {
    const { page, problems } = await open(await program.start('--show-content'));
    await page.getByText('No messages yet.').waitFor();
    program.tell('send');
    const turn = page.getByRole('article', { name: 'Turn 1' });
    await turn.getByText('Find it').waitFor();
    await turn.getByText('I look for it.').waitFor();
    await turn.locator('.decision.pending', { hasText: 'hook PreToolUse Write' }).waitFor();
    program.tell('hook');
    await turn.locator('.decision.passed', { hasText: 'hook PreToolUse Write' }).waitFor();
    await turn.locator('.decision.pending', { hasText: 'permission callback' }).waitFor();
    const age = turn.locator('.decision.pending .duration');
    const before = (await age.textContent()) ?? '';
    await age.filter({ hasNotText: before }).waitFor();

    // A block that was opened stays open while the turn goes on.
    await turn.locator('summary', { hasText: 'found.md' }).click();
    await turn.getByLabel('Input').getByText('NEEDLE').waitFor();
    program.tell('permit');
    await turn.locator('.decision.allowed', { hasText: 'permission callback' }).waitFor();
    await turn.getByText('Found.', { exact: true }).waitFor();
    await turn.getByText(/tokens/).waitFor();
    expect(await turn.locator('details.tool[open]').count()).toBe(1);
    await turn.getByRole('button', { name: 'Show the frame' }).click();
    await page.locator('#detail', { hasText: 'NEEDLE' }).waitFor();
    expect(problems).toEqual([]);
    program.tell('end');
    await page.context().close();
  }, 60_000);

  it('hides content unless it is asked for', async () => {
    const { page } = await open(await program.start());
    for (const word of ['send', 'hook', 'permit'] as const) program.tell(word);
    const turn = page.getByRole('article', { name: 'Turn 1' });
    await turn.getByText('prompt hidden').waitFor();
    await turn.locator('.decision.allowed').waitFor();
    await turn.locator('details.tool summary').click();
    await turn.getByText('input and result hidden').waitFor();
    const text = (await page.textContent('body')) ?? '';
    expect(text).not.toMatch(/Find it|NEEDLE|found\.md|I look for it/);
    await page.context().close();
  }, 60_000);

  it('opens at its end, however long it is, and stays where the reader has scrolled', async () => {
    const recorded = await recordTurns((turns) => turns === 30);
    const url = await program.open('inspect');
    await postRows(url, recorded);
    const { page } = await open(url);
    const isAtEnd = `(() => {
      const list = document.querySelector('.conversation');
      const [last] = [...list.querySelectorAll('.turn')].slice(-1);
      return last?.ariaLabel === 'Turn 30' &&
        last.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom;
    })()`;
    await untilTrue(page, isAtEnd);
    await page.locator('.conversation').hover();
    await page.mouse.wheel(0, -3_000);
    await untilTrue(page, `!${isAtEnd}`);
    await postRows(url, await recordTurns((turns) => turns === 1));
    await page.locator('#sessions .session').nth(1).waitFor();
    expect(await page.evaluate(isAtEnd)).toBe(false);
    await page.context().close();
  }, 60_000);

  it('shows the input of a tool line for line, and goes to its moment', async () => {
    const url = await program.open('inspect');
    await postRows(url, await recordTurns((turns) => turns === 1));
    const { page } = await open(url);
    await page.locator('details.tool summary', { hasText: 'report.md' }).click();
    const shown = await page.locator('details[open]').getByLabel('Input').textContent();
    expect(shown).toBe('file_path: report.md\ncontent:\n  # Report\n  All is "well".');
    await page.getByRole('button', { name: 'Go to this moment' }).click();
    await page.locator('#live[aria-pressed=false]').waitFor();
    await page.locator('.conversation .later').first().waitFor();
    const before = await page.locator('.call', { hasText: 'report.md' }).getAttribute('class');
    expect(before).not.toContain('later');
    await page.context().close();
  }, 60_000);

  it('fades what lies after the cursor', async () => {
    const { page } = await open(
      await program.open('inspect', recording('cli-2.1.325/session-two-turns')),
    );
    await page.getByRole('article', { name: 'Turn 2' }).waitFor();
    expect(await page.locator('.conversation .later').count()).toBe(0);
    await page.locator('#scrub').focus();
    await page.keyboard.press('Home');
    await page.locator('article.later').first().waitFor();
    expect(await page.locator('article.later').count()).toBe(2);
    await page.keyboard.press('End');
    await page.locator('article:not(.later)').first().waitFor();
    await page.context().close();
  }, 60_000);
});

describeInBrowser('a recording', (open) => {
  it('opens from the command line with all views', async () => {
    const { page, problems } = await open(
      await program.open('inspect', recording('cli-2.1.325/session-hooks-permission-mcp')),
    );
    await page.getByRole('article', { name: 'Turn 1' }).getByText('Done.').waitFor();
    expect(await page.textContent('#sessions')).toMatch(
      /session-hooks-permission-mcp\.ndjson.*file/,
    );
    const facts = await page.locator('#sessions .facts span').allTextContents();
    expect(facts.slice(0, 4)).toEqual(['claude-opus-5-5', 'project', '1 turn', '$0.00042']);
    expect(facts[4]).toMatch(/^\d+ ms$/);
    expect(await page.locator('.box.active').count()).toBeGreaterThan(0);
    await page.click('#tab-frames');
    await page.locator('#panel-frames .row').first().waitFor();
    await page.click('#tab-sequence');
    await page.locator('#panel-sequence', { hasText: 'hook PreToolUse Write' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('opens when it is dropped onto the page, and a bad one says what is wrong', async () => {
    const { page } = await open(await program.open('inspect'));
    await page.getByText('No sessions yet.').waitFor();
    await drop(page, 'notes.ndjson', 'Hello');
    await page.getByText('notes.ndjson is not a recording. Line 1: it is not JSON.').waitFor();
    const text = readFileSync(recording('cli-2.1.325/session-permission-deny'), 'utf8');
    await drop(page, 'denied.ndjson', text);
    await page.locator('.decision.refused', { hasText: 'not allowed by policy' }).waitFor();
    expect(await page.textContent('#file-problem')).toBe('');
    // The page goes to the file that was dropped last.
    const other = readFileSync(recording('cli-2.1.325/session-interrupt-mid-stream'), 'utf8');
    await drop(page, 'interrupted.ndjson', other);
    await page.locator('.turn.interrupted').waitFor();
    expect(await page.locator('#sessions .session').count()).toBe(2);
    await page.context().close();
  }, 60_000);

  it('becomes a report that works without a server', async () => {
    const { out } = await program.main.start([
      ...['report', '--show-content', recording('cli-2.1.325/session-background-agent')],
      recording('cli-2.1.325/one-shot-unknown-flag'),
    ]).ended;
    const file = join(shots, 'report.html');
    writeFileSync(file, out);
    const { page, problems } = await open(pathToFileURL(file).href);
    await page.locator('.problem', { hasText: 'UnsupportedCliVersion' }).waitFor();
    expect(await page.textContent('#connection')).toBe('report');
    expect(await page.locator('#sessions .failure').textContent()).toContain('--no-such-flag');
    await page.locator('.session').last().click();
    await page.getByRole('article', { name: 'Unprompted turn' }).getByText('Noted.').waitFor();
    await page.locator('.nested', { hasText: 'Subagent finished.' }).waitFor();
    await page.locator('.task', { hasText: 'background work' }).waitFor();
    expect(await page.locator('.box.active').count()).toBeGreaterThan(0);
    await page.click('#tab-frames');
    await page.locator('#panel-frames .row').first().click();
    await page.locator('#detail pre').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);

  it.each(lookAround)(
    'looks well at $width pixels, $colorScheme',
    async ({ width, colorScheme }) => {
      const names = [
        'session-permission-deny',
        'one-shot-unknown-flag',
        'session-background-agent',
      ];
      const url = await program.open(
        'inspect',
        ...names.map((name) => recording(`cli-2.1.325/${name}`)),
      );
      const { page, problems } = await open(url, { viewport: { width, height: 860 }, colorScheme });
      await page.getByRole('article', { name: 'Unprompted turn' }).waitFor();
      await page.screenshot({ path: join(shots, `conversation-${width}-${colorScheme}.png`) });
      expect(await isCutOff(page)).toBe(false);
      const tab = page.locator('#panel-conversation');
      expect((await tab.boundingBox())?.width).toBeGreaterThan(300);
      await page
        .locator('.session', { hasText: 'unknown' })
        .or(page.locator('.session:has(.failure)'))
        .first()
        .click();
      await page.locator('.notice.error').waitFor();
      await page.screenshot({ path: join(shots, `failed-${width}-${colorScheme}.png`) });
      expect(problems).toEqual([]);
      await page.context().close();
    },
    60_000,
  );
});

/** Drops a file onto the page, as a hand would. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
      return data;
    })()`,
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}
