import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Options } from '../../src/options/types.js';
import { query } from '../../src/Query.js';
import { startSession } from '../../src/startSession.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import type { Scenario } from '../../src/testing/scenario.js';
import { all } from '../support/all.js';
import { type MessagesApi, type Model, messagesApi } from '../support/messagesApi.js';
import { isAlive } from '../support/processes.js';
import { until } from '../support/until.js';

let api: MessagesApi;
let model: Model;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'claude-actors-api-'));
  api = await messagesApi((request) => model(request));
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const options = (scenario: Scenario = {}, more: Options = {}): Options => ({
  port: fakeCli({ model: 'api', ...scenario }).port,
  cwd: folder,
  envMode: 'replace',
  ...more,
  env: {
    PATH: process.env.PATH ?? '',
    CLAUDE_CONFIG_DIR: join(folder, '.claude'),
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: 'any',
    ...more.env,
  },
});

const anything: Options = {
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
};

async function resultOf(prompt: string, given: Options) {
  const result = (await all(query(prompt, { mode: 'oneShot', ...given }))).at(-1);
  if (result?.type !== 'result') throw new Error('the last message is no result');
  return result;
}

describe('a model that is played by an API', () => {
  it('gets the conversation, and its tools act on the files of the scenario', async () => {
    model = ({ messages }) =>
      JSON.stringify(messages).includes('the word is heron')
        ? [{ text: 'Heron.' }]
        : [{ text: 'I look.' }, { tool: 'Read', id: 'toolu_1', input: { file_path: 'a.txt' } }];
    const files = { 'a.txt': 'the word is heron' };
    expect(await resultOf('Which word?', options({ files }))).toMatchObject({ result: 'Heron.' });
    const [first, second] = api.requests;
    expect(first?.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Which word?' }] },
    ]);
    expect(second?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(first?.tools?.map(({ name }) => name)).toContain('Read');
  });

  it('speaks as its answer streams: what has come is there before the rest', async () => {
    let goOn = () => {};
    const wait = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    model = () => [{ text: 'First.' }, { wait }, { text: 'Second.' }];
    const said: string[] = [];
    for await (const message of query('Speak', options({}, { mode: 'oneShot' }))) {
      if (message.type !== 'assistant') continue;
      said.push(JSON.stringify(message.message.content));
      goOn();
    }
    expect(said).toEqual([expect.stringContaining('First.'), expect.stringContaining('Second.')]);
  });

  it('is given up on by an interrupt, and asked again for the next message', async () => {
    model = ({ messages }) =>
      JSON.stringify(messages).includes('Again')
        ? [{ text: 'Here I am.' }]
        : [{ text: 'Once' }, { wait: new Promise(() => {}) }];
    const session = await startSession({ options: options() });
    const turn = session.send('Tell a story');
    await until('the request', () => api.requests.length === 1);
    await session.interrupt();
    expect(await turn.result).toMatchObject({ subtype: 'error_during_execution', is_error: true });
    expect(await session.send('Again').result).toMatchObject({ result: 'Here I am.' });
    await session.end();
  });

  it('gets no answer if the interrupt comes together with the message', async () => {
    model = () => [{ wait: new Promise(() => {}) }];
    const run = query('Speak', options({}, { mode: 'session' }));
    const interrupted = run.interrupt();
    const items = await all(run.items());
    await interrupted;
    const results = items.filter(({ kind }) => kind === 'message');
    const message = { subtype: 'error_during_execution', is_error: true };
    expect(results.at(-1)).toMatchObject({ message });
  });

  it('is asked again after a temporary failure, and the host is notified', async () => {
    model = () =>
      api.requests.length === 1 ? [{ status: 529, error: 'later' }] : [{ text: 'Hi.' }];
    const messages = await all(query('Hello', options({}, { mode: 'oneShot' })));
    expect(messages).toContainEqual(
      expect.objectContaining({ subtype: 'api_retry', attempt: 1, error_status: 529 }),
    );
    expect(messages.at(-1)).toMatchObject({ result: 'Hi.', is_error: false });
  });

  it('fails the turn with an error that stays, or without credentials', async () => {
    model = () => [{ status: 400, error: 'on holiday' }];
    expect(await resultOf('Hello', options())).toMatchObject({
      is_error: true,
      result: 'API Error: 400 on holiday',
    });
    const loggedOut = options({}, { env: { ANTHROPIC_API_KEY: undefined } });
    expect(await resultOf('Hello', loggedOut)).toMatchObject({
      is_error: true,
      result: 'Not logged in · Please run /login',
    });
    expect(api.requests).toHaveLength(1);
  });

  it('has to have an address', async () => {
    const nowhere = options({}, { env: { ANTHROPIC_BASE_URL: undefined } });
    await expect(all(query('Hello', { mode: 'oneShot', ...nowhere }))).rejects.toMatchObject({
      code: 'ProcessError',
      message: expect.stringContaining('ANTHROPIC_BASE_URL'),
    });
  });

  it('answers for a subagent too, which gets its own prompt', async () => {
    model = ({ system, messages }) => {
      if (JSON.stringify(system).includes('You rhyme')) return [{ text: 'A rhyme.' }];
      const input = { description: 'd', prompt: 'Rhyme', subagent_type: 'poet' };
      const call = { ...input, run_in_background: false };
      return JSON.stringify(messages).includes('A rhyme.')
        ? [{ text: 'Done.' }]
        : [{ tool: 'Agent', id: 'toolu_1', input: call }];
    };
    const agents = { poet: { description: 'Rhymes', prompt: 'You rhyme.' } };
    const session = await startSession({ options: options({}, { agents }) });
    expect(await session.send('A poem').result).toMatchObject({ result: 'Done.' });
    await session.end();
    expect(api.requests).toHaveLength(3);
  });
});

describe('tools that are real', () => {
  const real: Scenario = { tools: 'real' };

  it('write to the disk and run in a shell; a hook keeps them from it', async () => {
    const calls = [
      { tool: 'Write', id: 'toolu_1', input: { file_path: 'a.txt', content: 'one' } },
      { tool: 'Bash', id: 'toolu_2', input: { command: 'cat a.txt; echo two > b.txt' } },
      { tool: 'Bash', id: 'toolu_3', input: { command: 'touch c.txt' } },
    ];
    model = ({ messages }) =>
      JSON.stringify(messages).includes('tool_result') ? [{ text: 'Done.' }] : calls;
    const deny = { decision: 'block', reason: 'no' } as const;
    const session = await startSession({
      options: options(real, {
        ...anything,
        hooks: {
          PreToolUse: [{ hooks: [(_, id) => (id === 'toolu_3' ? deny : {})] }],
        },
      }),
    });
    await session.send('Go').result;
    await session.end();
    expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('two\n');
    expect(existsSync(join(folder, 'c.txt'))).toBe(false);
    expect(JSON.stringify(api.requests.at(-1)?.messages)).toContain('"content":"one"');
  });

  it('end with the process, and with all that they started', async () => {
    const file = join(folder, 'pid');
    const command = `sh -c 'echo $$ > ${file}; exec sleep 300'`;
    model = () => [{ tool: 'Bash', id: 'toolu_1', input: { command } }];
    const session = await startSession({ options: options(real, anything) });
    const turn = session.send('Sleep');
    const pid = await until(
      'the command',
      () => existsSync(file) && (Number(readFileSync(file, 'utf8')) || undefined),
    );
    await session.stop();
    expect(await turn.result).toMatchObject({ is_error: true });
    await until('the end of the command', () => !isAlive(pid));
  });

  it('keep what was said, so that it can be resumed, and only there', async () => {
    model = () => [{ text: 'The word is heron.' }];
    const { session_id: resume } = await resultOf('Tell me', options(real));
    await resultOf('Which was it?', options(real, { resume }));
    expect(JSON.stringify(api.requests.at(-1)?.messages)).toContain('The word is heron.');
    await resultOf('Which was it?', options({}, { resume }));
    expect(JSON.stringify(api.requests.at(-1)?.messages)).not.toContain('heron');
    const unknown = options(real, { resume: '11111111-1111-4111-8111-111111111111' });
    await expect(resultOf('Which?', unknown)).rejects.toMatchObject({
      code: 'ConversationNotFound',
    });
  });
});
