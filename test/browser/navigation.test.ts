import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { InspectedProgram } from '../inspect/page/support/InspectedProgram.js';
import { describeInBrowser } from './support/browser.js';
import { postRows, type RecordedRows, recordTurns } from './support/recordedRows.js';

let program: InspectedProgram;
let recorded: RecordedRows;
beforeAll(async () => {
  program = new InspectedProgram();
  recorded = await recordTurns((turns) => turns === 3);
}, 60_000);
afterEach(() => program.stop());
afterAll(() => program.remove());

async function startRecorded(): Promise<string> {
  const url = await program.open('inspect');
  await postRows(url, recorded);
  return url;
}

const untilLoaded = (page: Page) =>
  page
    .locator('#position', { hasText: recorded.rows.length.toLocaleString('en') })
    .waitFor({ timeout: 20_000 });
const numberIn = async (page: Page, selector: string) =>
  Number(/\d+/.exec((await page.textContent(selector)) ?? '')?.[0]);
/** The page draws in the next animation frame. */
const untilDrawn = (page: Page) =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))',
  );
const cursorOf = async (page: Page) => Number(await page.getAttribute('#scrub', 'aria-valuenow'));

describeInBrowser('the timeline', (open) => {
  it('shows durations on hover, steps by turn, and moves to where it is clicked', async () => {
    const { page, problems } = await open(await startRecorded());
    await untilLoaded(page);
    const tip = page.locator('#timeline-tip');
    const box = await page.locator('#timeline').boundingBox();
    if (!box) throw new Error('there is no timeline');
    const tips = new Set<string>();
    for (let y = 30; y < box.height; y += 15) {
      for (let x = 90; x < box.width; x += 12) {
        await page.mouse.move(box.x + x, box.y + y);
        if (await tip.isVisible()) tips.add((await tip.textContent()) ?? '');
      }
    }
    const all = [...tips].join('\n');
    expect(all).toMatch(/^turn 1 · [\d.]+ m?s/m);
    expect(all).toMatch(/^Bash · [\d.]+ m?s/m);
    expect(all).toMatch(/^Bash · [\d.]+ m?s · failed/m);
    expect(all).toMatch(/^permission Write · [\d.]+ m?s · refused/m);
    expect(all).toMatch(/^hook PreToolUse \w+ · /m);

    await page.mouse.click(box.x + 200, box.y + 8);
    await page.locator('body.past').waitFor();
    const clicked = await cursorOf(page);
    expect(clicked).toBeLessThan(recorded.rows.length / 2);
    await page.keyboard.press('l');
    await page.locator('body:not(.past)').waitFor();
    const starts: number[] = [];
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('{');
      await untilDrawn(page);
      starts.push(await cursorOf(page));
    }
    expect(starts).toEqual([...starts].sort((one, other) => other - one));
    expect(new Set(starts).size).toBe(3);
    await page.keyboard.press('}');
    await untilDrawn(page);
    expect(await cursorOf(page)).toBe(starts[1]);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 90_000);

  it('filters the other views by its brush, drawn with the mouse or the keyboard', async () => {
    const { page } = await open(await startRecorded());
    await untilLoaded(page);
    const counts = async () => {
      await page.click('#tab-frames');
      await untilDrawn(page);
      const frames = await numberIn(page, '#panel-frames .count');
      await page.click('#tab-sequence');
      await untilDrawn(page);
      return [frames, await numberIn(page, '#panel-sequence .count')] as const;
    };
    const blocks = await page.locator('.turn .blocks > *').count();
    const steps = async () => numberIn(page, '#step select option');
    const allSteps = await steps();
    const all = await counts();
    const box = await page.locator('#timeline').boundingBox();
    if (!box) throw new Error('there is no timeline');
    await page.mouse.move(box.x + 300, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 500, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await page.locator('#clear-range', { hasText: 'selected' }).waitFor();
    const brushed = await counts();
    expect(brushed[0]).toBeLessThan(all[0]);
    expect(brushed[1]).toBeLessThan(all[1]);
    expect(await steps()).toBeLessThan(allSteps);
    await page.click('#tab-conversation');
    await untilDrawn(page);
    expect(await page.locator('.turn .blocks > *').count()).toBeLessThan(blocks);
    await page.getByText('more outside the selected time').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#clear-range').waitFor({ state: 'hidden' });
    expect(await counts()).toEqual(all);

    await page.keyboard.press('t');
    await page.keyboard.press('b');
    await page.locator('#clear-range', { hasText: 'selected' }).waitFor();
    const [frames] = await counts();
    expect(frames).toBeGreaterThan(0);
    expect(frames).toBeLessThan(all[0]);
    await page.context().close();
  }, 60_000);
});

describeInBrowser('the sequence', (open) => {
  it('folds runs of tokens, opens them, and filters by actor and kind', async () => {
    const { page } = await open(await startRecorded());
    await untilLoaded(page);
    await page.click('#tab-sequence');
    const list = page.getByLabel('Sequence of events');
    await list.focus();
    // The start of the last turn is in the middle of the list, and its tokens follow.
    await page.keyboard.press('{');
    await list.hover();
    await page.mouse.wheel(0, 450);
    const fold = page.locator('.fold', { hasText: /\d+ tokens/ }).first();
    await fold.waitFor();
    expect(await page.locator('#panel-sequence .kind-token').count()).toBeLessThan(3);
    await fold.click();
    await page.locator('#panel-sequence .kind-token').nth(5).waitFor();
    expect(await page.locator('.fold', { hasText: '▾' }).count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.locator('.fold', { hasText: '▾' }).waitFor({ state: 'detached' });

    await page.keyboard.press('l');
    await page.getByLabel('Actor', { exact: true }).selectOption('hook PreToolUse Write');
    await page.locator('#panel-sequence .count', { hasText: ' of ' }).waitFor();
    const labels = await page.locator('#panel-sequence .label').allTextContents();
    expect(labels.length).toBeGreaterThan(0);
    expect(labels.every((label) => label.includes('hook PreToolUse Write'))).toBe(true);
    await page.getByLabel('Actor', { exact: true }).selectOption('');
    await page.locator('.menu summary').click();
    const boxes = await page.locator('.choices input').all();
    const lefts = await Promise.all(boxes.map(async (box) => (await box.boundingBox())?.x));
    expect(new Set(lefts).size).toBe(1);
    await page.getByLabel('tokens', { exact: true }).uncheck();
    await page.getByLabel('watchdog', { exact: true }).uncheck();
    await page.keyboard.press('Escape');
    await page.locator('.fold').first().waitFor({ state: 'detached' });
    expect(await page.textContent('.menu summary')).toBe('10 of 12 kinds');
    await page.context().close();
  }, 60_000);
});

describeInBrowser('the chart', (open) => {
  it('zooms, pans, shows the context with its changes, and leads to the frames of a step', async () => {
    const { page } = await open(await startRecorded());
    await untilLoaded(page);
    const viewBox = async () =>
      (await page.getAttribute('svg.chart', 'viewBox'))?.split(' ').map(Number);
    const active = page.getByRole('button', { name: 'Follow the active states' });
    expect(await active.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Fit the whole chart' }).click();
    expect(await active.getAttribute('aria-pressed')).toBe('false');
    const whole = await viewBox();
    await page.locator('svg.chart').hover();
    await page.mouse.wheel(0, -300);
    await expectChange(viewBox, whole, ([, , width = 0], [, , before = 0]) => width < before);
    await page.locator('svg.chart').focus();
    const zoomed = await viewBox();
    await page.keyboard.press('ArrowRight');
    await expectChange(viewBox, zoomed, ([x = 0], [before = 0]) => x > before);
    await page.keyboard.press('0');
    expect(await viewBox()).toEqual(whole);

    await page
      .getByLabel('Transition', { exact: true })
      .selectOption('running.turn.idle>running.turn.working');
    await page.locator('.step-title', { hasText: 'op.send' }).waitFor();
    expect(await page.locator('.edge.chosen').count()).toBe(1);
    const change = page.locator('.context .change', { hasText: 'sentCount' });
    expect(await change.textContent()).toMatch(/sentCount: \d → \d/);
    await page.locator('.frame-link', { hasText: 'user' }).click();
    await page.locator('#panel-frames .row.selected', { hasText: 'user' }).waitFor();
    expect(await page.textContent('#detail pre')).toMatch(/Message \d/);
    const before = await cursorOf(page);
    await page.getByLabel('Transition', { exact: true }).selectOption('');
    await page.locator('svg.chart').focus();
    await page.keyboard.press(',');
    await untilDrawn(page);
    const previous = await cursorOf(page);
    expect(previous).toBeLessThan(before);
    await page.keyboard.press('.');
    await untilDrawn(page);
    expect(await cursorOf(page)).toBe(before);
    await page.context().close();
  }, 60_000);
});

describeInBrowser('panes and keys', (open) => {
  it('keeps the sizes of panes, even for another inspector', async () => {
    const { page } = await open(await startRecorded());
    await untilLoaded(page);
    const widthNow = async () => (await page.locator('#nav').boundingBox())?.width ?? 0;
    const first = await widthNow();
    await page.locator('#resize-nav').focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    const wider = await widthNow();
    expect(wider).toBe(first + 80);
    const separator = await page.locator('#resize-footer').boundingBox();
    if (!separator) throw new Error('there is no separator');
    await page.mouse.move(separator.x + 300, separator.y + 2);
    await page.mouse.down();
    await page.mouse.move(separator.x + 300, separator.y - 78, { steps: 3 });
    await page.mouse.up();
    const footer = (await page.locator('#footer').boundingBox())?.height;
    await page.reload();
    await untilLoaded(page);
    expect(await widthNow()).toBe(wider);

    await program.stop();
    await page.goto(await startRecorded());
    await untilLoaded(page);
    expect(await widthNow()).toBe(wider);
    expect((await page.locator('#footer').boundingBox())?.height).toBe(footer);
    await page.locator('#resize-nav').focus();
    await page.keyboard.press('Enter');
    expect(await widthNow()).toBe(first);
    await page.context().close();
  }, 60_000);

  it('lists the keys, and does what it lists', async () => {
    const { page } = await open(await startRecorded());
    await untilLoaded(page);
    await page.keyboard.press('?');
    await page.locator('#help[open]').waitFor();
    const keys = await page.locator('#help kbd').allTextContents();
    expect(keys).toEqual(
      expect.arrayContaining(['[', ']', '{', '}', ',', '.', 'l', '/', '?', 'b']),
    );
    await page.keyboard.press('Escape');
    await page.locator('#help[open]').waitFor({ state: 'detached' });
    await page.keyboard.press('2');
    expect(await page.locator('[role=tab][aria-selected=true]').getAttribute('id')).toBe(
      await page.locator('[role=tab]').nth(1).getAttribute('id'),
    );
    await page.context().close();
  }, 60_000);

  it('has everything at 600 px, with the chart in a tab, and nothing beside the page', async () => {
    const { page } = await open(await startRecorded(), { viewport: { width: 600, height: 900 } });
    await untilLoaded(page);
    expect(await page.locator('svg.chart').isVisible()).toBe(false);
    for (const tab of await page.locator('[role=tab]:visible').all()) {
      await tab.click();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(600);
    }
    expect(await page.locator('svg.chart').isVisible()).toBe(true);
    await page.keyboard.press('1');
    await page.keyboard.press('c');
    await page.locator('svg.chart:focus').waitFor();
    await page.setViewportSize({ width: 1300, height: 900 });
    expect(await page.locator('#tab-chart').isVisible()).toBe(false);
    await page.locator('[role=tabpanel]:visible').waitFor();
    await page.context().close();
  }, 60_000);
});

/** Waits until a list of numbers differs from what it was as expected. */
async function expectChange(
  read: () => Promise<number[] | undefined>,
  before: number[] = [],
  isExpected: (now: number[], before: number[]) => boolean,
): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (isExpected((await read()) ?? [], before)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`still ${before}`);
}
