// Takes the pictures of the inspector page in docs/images, of sessions on the simulated CLI. Needs
// dist/ and Chromium, at CHROMIUM_PATH or /usr/bin/chromium.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { block, startSession } from '../dist/index.js';
import { openPage } from '../dist/inspect/index.js';
import { fakeCli } from '../dist/testing/index.js';

const images = fileURLToPath(new URL('../docs/images/', import.meta.url));
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The page lists the program under this name. */
process.argv[1] = 'report.mjs';

const report = { file_path: 'docs/report.md', content: '# Report\n\nAll tests pass.\n' };
const cli = fakeCli({
  tokens: { length: 200 },
  turns: [
    [
      { thinking: 'The user wants a report. I should run the tests first.' },
      { text: 'I will run the tests first.' },
      { tool: 'Bash', input: { command: 'npm test' }, result: '42 passed' },
      { tool: 'Bash', input: { command: 'rm -rf build' } },
      { text: 'They pass. Now I will write the report.' },
      { tool: 'Write', input: report },
      { text: 'The report is in docs/report.md.' },
    ],
  ],
});
const dyingCli = fakeCli({ turns: [[{ text: 'Let me look at the' }, { crash: 'SIGKILL' }]] });

/** The hook of the pictures refuses to delete anything. */
const guard = async ({ tool_input: { command = '' } }) =>
  command.startsWith('rm') ? block('Nothing is deleted here.') : {};

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
  const failing = await startSession({
    options: { port: dyingCli.port, inspect: inspector, label: 'grace@example.com' },
  });
  await failing.send('Summarise the log of last night').result.catch(() => {});
  let answer;
  const session = await startSession({
    options: {
      port: cli.port,
      inspect: inspector,
      label: 'ada@example.com',
      includePartialMessages: true,
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [guard] }] },
      canUseTool: async (tool) => {
        if (tool !== 'Write') return { behavior: 'allow' };
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    },
  });
  const { result } = session.send('Run the tests, tidy up, and write a report');
  await page.locator('.session', { hasText: 'ada' }).click();
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
