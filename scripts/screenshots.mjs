// Takes the pictures of the inspector page in docs/images, of sessions on the simulated CLI. Needs
// dist/ and Chromium, at CHROMIUM_PATH or /usr/bin/chromium.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createFleet, memoryStore } from '../dist/fleet/index.js';
import { block, startSession } from '../dist/index.js';
import { openPage } from '../dist/inspect/index.js';
import { fakeCli } from '../dist/testing/index.js';

/** How long the permission of the pictures has waited for its answer. */
const waitingMs = 1_500;
const images = fileURLToPath(new URL('../docs/images/', import.meta.url));
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The page lists the program under this name. */
process.argv[1] = 'report.mjs';

const report = { file_path: 'docs/report.md', content: '# Report\n\nAll tests pass.\n' };
const cli = fakeCli({
  tokens: { length: 12, every: 40 },
  turns: [
    [
      { thinking: 'The user wants to know whether everything works. I should run the tests.' },
      { tool: 'Bash', input: { command: 'npm test' }, result: '42 passed', takes: 900 },
      { text: 'All 42 tests pass.' },
    ],
    [
      { text: 'I will look for leftovers, and let an agent check the links meanwhile.' },
      {
        agent: 'check the links',
        background: true,
        steps: [
          { tool: 'Grep', input: { pattern: 'https://' }, result: '3 files', takes: 500 },
          { text: 'All links work.' },
        ],
      },
      { tool: 'Bash', input: { command: 'rm -rf build' } },
      { text: 'I may not delete anything. Now I will write the report.' },
      { tool: 'Write', input: report },
      { text: 'The report is in docs/report.md.' },
    ],
  ],
});
const dyingCli = fakeCli({ turns: [[{ text: 'Let me look at the' }, { crash: 'SIGKILL' }]] });

/** The hook of the pictures refuses to delete anything, after a look at the command. */
const guard = async ({ tool_input: { command = '' } }) => {
  await wait(250);
  return command.startsWith('rm') ? block('Nothing is deleted here.') : {};
};

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await take('inspector', 'light', () => {});
  await take('frames', 'dark', async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('can_use_tool');
    await page.locator('#panel-frames .row').last().click();
  });
  await takeFleet();
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
  await session.send('Does everything work?').result;
  const { result } = session.send('Tidy up, check the links, and write a report');
  await page.locator('.session', { hasText: 'ada' }).click();
  await page.locator('#actors', { hasText: 'permission Write' }).waitFor();
  await page.locator('#actor-state', { hasText: 'requiresAction' }).waitFor();
  await prepare(page);
  await wait(waitingMs);
  await page.screenshot({ path: join(images, `${name}.png`) });
  answer({ behavior: 'allow' });
  await result;
  await session.end();
  await context.close();
  await inspector.close();
}

/** Two workers, of which each holds a call that somebody has to allow, and conversations that are done. */
async function takeFleet() {
  const store = memoryStore();
  const command = { command: 'git push --follow-tags' };
  const asking = { turns: [[{ text: 'I push it.' }, { tool: 'Bash', input: command }]] };
  const telling = { turns: [[{ text: 'The tests pass.' }]] };
  let inspector;
  const member = (worker) =>
    createFleet({
      ...{ store, worker, pool: { max: 1 }, approvals: { tools: ['Bash'], holdMs: 600_000 } },
      options: ({ id }) => {
        // A CLI of this version cannot put a call off, so that its process waits.
        const scenario = id.startsWith('release') ? asking : telling;
        const { port } = fakeCli({ ...scenario, version: '2.1.197' });
        return { port, label: id, inspect: inspector };
      },
    });
  const [desk, ...workers] = ['desk', 'worker-1', 'worker-2'].map(member);
  inspector = await openPage({ content: 'shown', fleet: desk, answerApprovals: true });
  for (const worker of workers) await worker.work();
  const ask = async (id, tenant) => {
    const chat = await desk.session(id, { tenant });
    const { id: message } = await chat.send('Run the tests, then push the release');
    return { chat, message };
  };
  for (const [id, tenant] of [
    ['tests-17', 'grace'],
    ['tests-18', 'ada'],
  ]) {
    const { chat, message } = await ask(id, tenant);
    await chat.settled(message);
  }
  await ask('release-3.2', 'ada');
  await ask('release-2.9', 'grace');
  const context = await browser.newContext({ viewport: { width: 1440, height: 860 } });
  const page = await context.newPage();
  await page.goto(inspector.answerUrl);
  await page.locator('#fleet-count', { hasText: '2' }).waitFor();
  await page.locator('.workers li').nth(1).waitFor();
  await page.screenshot({ path: join(images, 'fleet.png') });
  await context.close();
  await inspector.close();
  for (const fleet of [...workers, desk]) await fleet.close({ timeoutMs: 0 });
}
