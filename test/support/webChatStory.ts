import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Open } from '../browser/support/browser.js';
import { gate, lastMessage } from './liveCli.js';
import { type ApiRequest, messagesApi, type Saying } from './messagesApi.js';
import { sandbox } from './sandbox.js';
import type { Target } from './targets.js';
import { WebChat } from './WebChat.js';

interface State {
  cost: number;
  approvals: { tool: string }[];
}

const isOf = (request: ApiRequest, user: string) =>
  JSON.stringify(request.messages).includes(`I am ${user}`);

async function logIn(page: Page, user: string): Promise<void> {
  await page.fill('#login input', user);
  await page.click('#login button');
  await page.waitForSelector('#ask:not([hidden])');
}

async function ask(page: Page, text: string): Promise<void> {
  await page.fill('#ask input', text);
  await page.press('#ask input', 'Enter');
}

const stateOf = (page: Page): Promise<State> =>
  page.evaluate(async () => (await (await fetch('/state')).json()) as State);

const see = (page: Page, selector: string, text: string) =>
  page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: 60_000 });

const bubbles = (page: Page) =>
  page.$$eval('#messages > *', (all) => all.map((one) => `${one.className}: ${one.textContent}`));

/**
 * Two people chat on `examples/web-chat`. One sees text while it is written, and is asked whether a
 * file may be written. The server is restarted meanwhile.
 */
export async function playWebChat(target: Target, open: Open): Promise<void> {
  const written = gate();
  let calls = 0;
  const owners: string[] = [];
  const model = (request: ApiRequest): Saying[] => {
    owners.push(isOf(request, 'anna') ? 'anna' : 'ben');
    const asked = lastMessage(request);
    const command = `echo Once upon a time. >> ${file}`;
    if (asked.includes('Tell me a story')) {
      return [{ text: 'Once upon' }, { wait: written.opened }, { text: 'a time.' }];
    }
    // A CLI that cannot defer the call tells the model to wait, and later to make it again.
    if (asked.includes('Nobody has decided yet')) return [{ text: 'I wait.' }];
    if (asked.includes('Write it down') || asked.includes('It is approved now')) {
      calls += 1;
      return [{ tool: 'Bash', id: `toolu_${calls}`, input: { command } }];
    }
    if (asked.includes('tool_result')) return [{ text: 'It is written.' }];
    return [{ text: 'Nice to meet you.' }];
  };
  const api = await messagesApi(model);
  const box = sandbox(api.url);
  const file = join(box.home, 'chat', 'people', 'anna', 'story.txt');
  const chat = new WebChat({ ...box.env, ...target.env, CLAUDE_CLI_PATH: target.path });
  const pages: Page[] = [];
  const visit = async (url: string, user: string) => {
    const { page, problems } = await open(url);
    pages.push(page);
    await logIn(page, user);
    return { page, problems };
  };
  try {
    const url = await chat.start();
    const anna = await visit(url, 'anna');
    const ben = await visit(url, 'ben');

    await ask(anna.page, 'I am anna. Tell me a story.');
    await see(anna.page, '#live, .assistant', 'Once upon');
    expect((await bubbles(anna.page)).join()).not.toContain('a time.');
    await ask(ben.page, 'I am ben.');
    await see(ben.page, '#messages .assistant', 'Nice to meet you.');
    expect(await bubbles(ben.page)).toEqual(['user: I am ben.', 'assistant: Nice to meet you.']);
    written.open();
    await see(anna.page, '#messages .assistant', 'a time.');

    await ask(anna.page, 'Write it down.');
    await see(anna.page, '.approval', 'story.txt');
    expect(existsSync(file)).toBe(false);
    expect((await stateOf(ben.page)).approvals).toEqual([]);
    const before = await stateOf(anna.page);

    expect(await chat.stop()).toBe(0);
    await chat.start();
    await anna.page.reload();
    await see(anna.page, '.approval', 'story.txt');
    await see(anna.page, '.tool', 'Bash');
    const history = await bubbles(anna.page);
    expect(history.slice(0, 5)).toEqual([
      'user: I am anna. Tell me a story.',
      'assistant: Once upon',
      'assistant: a time.',
      'user: Write it down.',
      expect.stringMatching(/^tool: Bash/),
    ]);
    expect(history.slice(5).filter((bubble) => bubble !== 'assistant: I wait.')).toEqual([]);
    expect((await stateOf(anna.page)).cost).toBeGreaterThanOrEqual(before.cost);
    await anna.page.click('.approval button');
    await see(anna.page, '#messages .assistant', 'It is written.');
    expect(readFileSync(file, 'utf8')).toBe('Once upon a time.\n');
    expect((await stateOf(anna.page)).approvals).toEqual([]);

    // Every answer costs the same, so the costs say how many each has been charged for.
    const count = (user: string) => owners.filter((owner) => owner === user).length;
    expect(count('ben')).toBe(1);
    const ofBen = await stateOf(ben.page);
    const due = ofBen.cost * count('anna');
    await anna.page.waitForFunction(async (sum) => {
      const { cost } = (await (await fetch('/state')).json()) as State;
      return Math.abs(cost - sum) < 1e-10;
    }, due);
    expect(ofBen.cost).toBeGreaterThan(0);
    // The page asks who is logged in, and cannot reach the server while it restarts.
    const problems = [...anna.problems, ...ben.problems];
    expect(problems.filter((problem) => !problem.startsWith('Failed to load'))).toEqual([]);
    expect(readdirSync(join(box.home, 'chat', 'people')).toSorted()).toEqual(['anna', 'ben']);
    expect(await chat.stop()).toBe(0);
  } catch (error) {
    process.stderr.write(`${chat.output}\n`);
    throw error;
  } finally {
    for (const page of pages) await page.context().close();
    await chat.remove();
    await api.close();
    box.remove();
  }
}
