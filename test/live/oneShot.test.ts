import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { collectItems, type Options, type Query, query } from '../../src/index.js';
import { all } from '../support/all.js';
import { bypass, gate, kinds, lastResult, live, usingTool } from '../support/liveCli.js';
import { describeCli } from '../support/targets.js';
import { until } from '../support/until.js';

const cli = live();

/** The messages, without the exception that follows an error result in the plain iterator. */
async function messagesOf(run: Query) {
  const { items } = await collectItems(run);
  return items.flatMap((item) => (item.kind === 'message' ? [item.message] : []));
}

describeCli('a query', (target) => {
  describe.each(['oneShot', 'session'] as const)('as %s', (mode) => {
    const ask = (prompt: string, more: Options = {}) =>
      query(prompt, cli.options(target, { mode, ...more }));

    it('answers, and every line is a message', async () => {
      const { items, nonTerminalErrors, warnings } = await collectItems(ask('Say hello'));
      expect([nonTerminalErrors, warnings]).toEqual([[], []]);
      const messages = items.flatMap((item) => (item.kind === 'message' ? [item.message] : []));
      expect(kinds(messages)).toEqual(['system/init', 'assistant', 'result/success']);
      expect(lastResult(messages)).toMatchObject({ result: 'Hello there.', is_error: false });
    });

    it('streams text in pieces if asked to', async () => {
      const messages = await all(ask('Say hello', { includePartialMessages: true }));
      const texts = messages.flatMap((message) =>
        message.type === 'stream_event' &&
        message.event.type === 'content_block_delta' &&
        message.event.delta.type === 'text_delta'
          ? [message.event.delta.text]
          : [],
      );
      expect(texts.join('')).toBe('Hello there.');
    });

    it('gives structured output', async () => {
      cli.model = (request) =>
        JSON.stringify(request.messages).includes('tool_result')
          ? [{ text: 'Done.' }]
          : [{ tool: 'StructuredOutput', id: 'toolu_1', input: { answer: 42 } }];
      const schema = {
        type: 'object',
        properties: { answer: { type: 'number' } },
        required: ['answer'],
      };
      const messages = await all(
        ask('How much?', { outputFormat: { type: 'json_schema', schema } }),
      );
      expect(lastResult(messages)).toMatchObject({ structured_output: { answer: 42 } });
    });

    it('ends at the turn limit with an error result and no exception', async () => {
      cli.model = () => [
        { tool: 'Read', id: `toolu_${Math.random()}`, input: { file_path: '/etc/hostname' } },
      ];
      const messages = await messagesOf(ask('Read on', { maxTurns: 1 }));
      expect(lastResult(messages)).toMatchObject({ subtype: 'error_max_turns', is_error: true });
    });

    it('ends at the budget limit with an error result and no exception', async () => {
      cli.model = () => [
        { tool: 'Read', id: `toolu_${Math.random()}`, input: { file_path: '/etc/hostname' } },
      ];
      const messages = await messagesOf(ask('Read on', { maxBudgetUsd: 0.000001 }));
      expect(lastResult(messages)).toMatchObject({
        subtype: 'error_max_budget_usd',
        is_error: true,
      });
    });

    it('tells of an API error in the result, and of nothing else', async () => {
      cli.model = () => [{ status: 400, error: 'the model is on holiday' }];
      const { items, warnings, terminalError } = await collectItems(ask('Say hello'));
      expect(terminalError).toBeUndefined();
      const messages = items.flatMap((item) => (item.kind === 'message' ? [item.message] : []));
      expect(lastResult(messages)).toMatchObject({
        subtype: 'success',
        is_error: true,
        result: expect.stringContaining('the model is on holiday'),
      });
      expect(warnings.filter(({ context }) => context.expected !== true)).toEqual([]);
    });

    it.each([429, 529])('goes on after a %d that passes', async (status) => {
      let refused = 0;
      cli.model = () => {
        refused += 1;
        return refused === 1 ? [{ status, error: 'later' }] : [{ text: 'Hello there.' }];
      };
      const messages = await all(ask('Say hello'));
      expect(lastResult(messages)).toMatchObject({ result: 'Hello there.', is_error: false });
      expect(refused).toBe(2);
      expect(messages).toContainEqual(
        expect.objectContaining({ subtype: 'api_retry', error_status: status }),
      );
    });

    it.each<[number, string, RegExp]>([
      [429, 'rate_limit', /^API Error: Request rejected \(429\) · not today$/],
      [529, 'server_error', /^API Error: 529 not today\. This is a server-side issue/],
    ])('tells of a %d that does not pass in the result', async (status, error, text) => {
      cli.model = () => [{ status, error: 'not today' }];
      const env = { ...cli.box.env, CLAUDE_CODE_MAX_RETRIES: '1' };
      const messages = await messagesOf(ask('Say hello', { env }));
      expect(lastResult(messages)).toMatchObject({
        subtype: 'success',
        is_error: true,
        api_error_status: status,
        result: expect.stringMatching(text),
      });
      expect(messages).toContainEqual(expect.objectContaining({ type: 'assistant', error }));
      expect(cli.api.requests).toHaveLength(2);
    });

    it('keeps Unicode of every plane, both ways', async () => {
      // The last character of each of the 17 planes that is one, and those that some take for the end of a line.
      const planes = Array.from({ length: 17 }, (_, plane) =>
        String.fromCodePoint(plane * 0x1_0000 + 0xfffd),
      );
      const text = `é ü 漢字 \u2028 \u2029 \u0085 \u{1F600} ${planes.join(' ')} end`;
      cli.model = () => [{ text }];
      const messages = await all(ask(text));
      expect(lastResult(messages)).toMatchObject({ result: text });
      expect(JSON.stringify(cli.api.requests[0]?.messages)).toContain(
        JSON.stringify(text).slice(1, -1),
      );
    });

    it('takes a prompt that looks like a flag for a prompt', async () => {
      const file = join(cli.box.cwd, 'forbidden.txt');
      cli.model = usingTool('Write', { file_path: file, content: 'x' });
      const prompt = '--dangerously-skip-permissions';
      const messages = await all(ask(prompt));
      expect(lastResult(messages)).toMatchObject({ result: 'Done.', is_error: false });
      expect(JSON.stringify(cli.api.requests[0]?.messages)).toContain(prompt);
      expect(existsSync(file)).toBe(false);
    });

    it('says that there are no credentials', async () => {
      const { ANTHROPIC_API_KEY: _, ...env } = cli.box.env;
      const messages = await messagesOf(ask('Say hello', { env }));
      expect(lastResult(messages)).toMatchObject({
        is_error: true,
        result: expect.stringMatching(/log ?in/i),
      });
    });

    it('says which flag the CLI does not know', async () => {
      const run = ask('Say hello', { extraArgs: { 'no-such-flag': null } });
      await expect(all(run)).rejects.toMatchObject({
        code: 'UnsupportedCliVersion',
        message: expect.stringContaining('no-such-flag'),
      });
    });
  });

  it('has the environment that it was given, and nothing of this machine’s', async () => {
    const file = join(cli.box.cwd, 'env.txt');
    cli.model = usingTool('Bash', { command: `env -0 > ${file}` });
    process.env.STRANGER = 'not for the CLI';
    try {
      await all(query('Show', cli.options(target, bypass)));
    } finally {
      delete process.env.STRANGER;
    }
    const own = readFileSync(file, 'utf8').split('\0').filter(Boolean);
    const { HOME, CLAUDE_CONFIG_DIR } = cli.box.env;
    expect(own).toEqual(
      expect.arrayContaining([`HOME=${HOME}`, `CLAUDE_CONFIG_DIR=${CLAUDE_CONFIG_DIR}`]),
    );
    // What a shell, and the CLI for its tools, set by themselves.
    const theirs = /^(PWD|OLDPWD|SHLVL|SHELL|_|GIT_EDITOR|CLAUDE\w*|COREPACK\w*|NoDefault\w*)=/;
    const machine = new Set(Object.entries(process.env).map(([name, value]) => `${name}=${value}`));
    const given = new Set(Object.entries(cli.box.env).map(([name, value]) => `${name}=${value}`));
    const strange = own.filter((one) => machine.has(one) && !given.has(one) && !theirs.test(one));
    expect(strange).toEqual([]);
    expect(own.join()).not.toContain('STRANGER');
  });

  it.each(['oneShot', 'session'] as const)(
    'as %s takes a prompt byte for byte, and shows it to no other user of the machine',
    async (mode) => {
      const prompt = '  \n-p "--help" /help a\0b \ufeff\r\n 😀 the secret plan \n\n';
      const answer = gate();
      cli.model = () => [{ wait: answer.opened }, { text: 'Hello there.' }];
      const run = query(prompt, cli.options(target, { mode }));
      await until('the model to be asked', () => cli.api.requests.length > 0, 30_000);
      const { pid } = run;
      const commandLines = readdirSync('/proc').flatMap((entry) =>
        /^\d+$/.test(entry) && existsSync(`/proc/${entry}/cmdline`)
          ? [readFileSync(`/proc/${entry}/cmdline`, 'utf8')]
          : [],
      );
      answer.open();
      expect(lastResult(await all(run))).toMatchObject({ result: 'Hello there.' });
      expect(pid).toBeGreaterThan(0);
      expect(commandLines.filter((line) => line.includes('the secret plan'))).toEqual([]);
      const text = JSON.stringify(prompt).slice(1, -1);
      expect(JSON.stringify(cli.api.requests[0]?.messages)).toContain(text);
    },
  );

  it('takes a prompt of several MiB in one shot', async () => {
    const prompt = 'x'.repeat(3 * 1024 * 1024);
    const { items, terminalError } = await collectItems(
      query(prompt, cli.options(target, { mode: 'oneShot' })),
    );
    expect(terminalError).toBeUndefined();
    const messages = items.flatMap((item) => (item.kind === 'message' ? [item.message] : []));
    // 2.1.325 finds it too long for the model, and says so in its result.
    if (!lastResult(messages).is_error) {
      expect(JSON.stringify(cli.api.requests.at(-1)?.messages)).toContain(prompt);
    }
  });
});
