import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { InspectedProgram } from '../inspect/page/support/InspectedProgram.js';
import { describeInBrowser } from './support/browser.js';
import { postRows, type RecordedRows, recordTurns } from './support/recordedRows.js';
import { runAxe } from './support/runAxe.js';

let program: InspectedProgram;
let recorded: RecordedRows;
beforeAll(async () => {
  program = new InspectedProgram();
  recorded = await recordTurns((turns) => turns === 3);
}, 60_000);
afterEach(() => program.stop());
afterAll(() => program.remove());

describeInBrowser('axe', (open) => {
  describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
    it.each([
      [1440, 860],
      [600, 900],
    ])(
      'finds no serious problem in any tab at %i px',
      async (width, height) => {
        const url = await program.open('inspect');
        await postRows(url, recorded);
        const { page } = await open(url, { colorScheme, viewport: { width, height } });
        await page.locator('#position', { hasText: /^\d+ / }).waitFor();
        const found: Record<string, string[]> = {};
        const tabs = page.locator('[role=tab]:visible');
        const count = await tabs.count();
        expect(count).toBeGreaterThanOrEqual(width < 720 ? 4 : 3);
        for (let index = 0; index < count; index += 1) {
          await tabs.nth(index).click();
          // Details are open in the tabs that have any, and a moment of the past is selected.
          const row = page.locator('[role=tabpanel]:visible .row').first();
          if ((await row.count()) > 0) await row.click();
          found[(await tabs.nth(index).textContent()) ?? ''] = await runAxe(page);
        }
        await tabs.first().click();
        found['in the past'] = await runAxe(page);
        await page.keyboard.press('?');
        await page.locator('#help[open]').waitFor();
        found.help = await runAxe(page);
        expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([]);
        await page.context().close();
      },
      60_000,
    );
  });
});
