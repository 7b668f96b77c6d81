// Takes the pictures of the inspector page in docs/images, of sessions on the simulated CLI. Needs
// dist/ and Chromium, at CHROMIUM_PATH or /usr/bin/chromium.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startSession } from '../dist/index.js';
import { openPage } from '../dist/inspect/index.js';
import { fakeCli } from '../dist/testing/index.js';

const images = fileURLToPath(new URL('../docs/images/', import.meta.url));
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The page lists the program under this name. */
process.argv[1] = 'report.mjs';

const report = { file_path: 'report.md', content: '# Report\n\nAll tests pass.\n' };
const cli = fakeCli({
  tokens: { length: 200 },
  turns: [
    [
      { text: 'I will run the tests first.' },
      { tool: 'Bash', input: { command: 'npm test' }, result: '42 passed' },
      { text: 'They pass. Now I will write the report.' },
      { tool: 'Write', input: report },
      { text: 'The report is in report.md.' },
    ],
  ],
});

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await take('inspector', 'light', () => {});
  await take('frames', 'dark', async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('can_use_tool');
    await page.locator('#panel-frames .row').last().click();
  });
} finally {
  await browser.close();
}

/** Shows a session that waits for a permission, in one color scheme. */
async function take(name, colorScheme, prepare) {
  const viewport = { width: 1440, height: 860 };
  const context = await browser.newContext({ viewport, colorScheme });
  const page = await context.newPage();
  const inspector = await openPage({ content: 'shown' });
  await page.goto(inspector.url);
  let answer;
  const session = await startSession({
    options: {
      port: cli.port,
      inspect: inspector,
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [async () => ({})] }] },
      canUseTool: async (tool) => {
        if (tool !== 'Write') return { behavior: 'allow' };
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    },
  });
  const { result } = session.send('Run the tests and write a report');
  await page.locator('#actors', { hasText: 'permission Write' }).waitFor();
  await page.locator('#actor-state', { hasText: 'requiresAction' }).waitFor();
  await prepare(page);
  await page.screenshot({ path: join(images, `${name}.png`) });
  answer({ behavior: 'allow' });
  await result;
  await session.end();
  await context.close();
  await inspector.close();
}
