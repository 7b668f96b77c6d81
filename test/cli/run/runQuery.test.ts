import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { exitCodeOf } from '../../../src/cli/exitCodes.js';
import { type RunSettings, runQuery } from '../../../src/cli/run/runQuery.js';
import { eraseLine } from '../../../src/cli/terminal.js';
import { fakeCli } from '../../../src/testing/fakeCli.js';
import type { Scenario } from '../../../src/testing/scenario.js';
import { printable } from '../../../src/util/printable.js';
import { result, type Talk, talkingCli, turnFrames } from '../../support/talkingCli.js';
import { until } from '../../support/until.js';
import { type MemoryHostOptions, memoryHost } from '../support/memoryHost.js';

const tools: Scenario = {
  files: { 'notes.txt': 'one\n' },
  turns: [
    [
      { text: 'I read.' },
      { tool: 'Read', input: { file_path: 'notes.txt' } },
      { text: 'It is \u001b[31mone.' },
    ],
  ],
};

const screen = { terminal: true, env: { NO_COLOR: '1' } };

/** Runs a prompt on a CLI in memory; `code` settles when the process is gone. */
function start(
  cli: { port: object } | { talk: Talk },
  settings: RunSettings = {},
  options: MemoryHostOptions = {},
) {
  const host = memoryHost(options);
  const port = 'talk' in cli ? talkingCli(cli.talk) : undefined;
  const given = port ?? (cli as { port: never }).port;
  const code = runQuery(
    'Go',
    { mode: 'session', port: given, includePartialMessages: true },
    settings,
    host,
  );
  return { host, code, port };
}

/** The lines as a screen shows them in the end: what was erased is not there. */
const onScreen = (text: string) =>
  text
    .split('\n')
    .map((line) => stripVTControlCharacters(line.split(printable(eraseLine)).at(-1) ?? ''));

describe('a run in a pipe', () => {
  it('writes the text alone, each block on lines of its own, unchanged', async () => {
    const { host, code } = start(fakeCli(tools));
    expect(await code).toBe(0);
    expect(host.out()).toBe('I read.\nIt is \u001b[31mone.\n');
    expect(host.err()).toBe('');
  });

  it('writes the text alone if only stderr is a terminal', async () => {
    const terminal = { stdout: false, stderr: true };
    const { host, code } = start(fakeCli(tools), {}, { terminal });
    expect(await code).toBe(0);
    expect(host.err()).toBe('');
  });

  it('says on stderr why a result is an error, and exits with 1', async () => {
    const { host, code } = start({
      talk: {
        onMessage(say, { uuid }) {
          const frames = turnFrames(uuid, 'x').filter(({ type }) => type !== 'assistant');
          const failure = { subtype: 'error_max_turns', is_error: true, errors: ['Enough.'] };
          for (const frame of frames)
            say(frame.type === 'result' ? { ...frame, ...failure } : frame);
        },
      },
    });
    expect(await code).toBe(1);
    expect(host.out()).toBe('');
    expect(host.err()).toBe('claude-actors: The run failed (error_max_turns): Enough.\n');
  });

  it('exits with 1 if the CLI exits without a result', async () => {
    const { host, code } = start(fakeCli({ turns: [[{ text: 'I begin.' }, { exit: 0 }]] }));
    expect(exitCodeOf(await code.catch((error: Error) => error))).toBe(1);
    expect(host.out()).toBe('I begin.\n');
  });

  it('lets the last of several results decide', async () => {
    const { code } = start({
      talk: {
        onMessage(say, { uuid }) {
          const frames = turnFrames(uuid, 'x');
          const last = result('x', { is_error: true, origin: { kind: 'task-notification' } });
          for (const frame of [...frames.slice(0, -1), last, ...frames.slice(-1)]) say(frame);
        },
      },
    });
    expect(await code).toBe(1);
  });
});

describe('a run with --json', () => {
  it('prints the lines as the CLI wrote them', async () => {
    const odd = '{"type":"assistant", "message":{"content":[] },"x":1.0}';
    const { host, code } = start(
      {
        talk: {
          onMessage(say, { uuid }, process) {
            process.stdout(`${odd}\n`);
            for (const frame of turnFrames(uuid, 'x')) say(frame);
          },
        },
      },
      { json: true },
      { terminal: true },
    );
    expect(await code).toBe(0);
    const lines = host.out().trimEnd().split('\n');
    expect(lines[0]).toBe(odd);
    expect(lines.map((line) => JSON.parse(line).type)).toContain('result');
    expect(host.err()).toBe('');
  });
});

describe('a run on a terminal', () => {
  it('shows text on stdout, and on stderr a spinner, the tools and the cost', async () => {
    const { host, code } = start(fakeCli(tools), {}, { terminal: true });
    expect(await code).toBe(0);
    expect(host.out()).toBe('I read.\nIt is [31mone.\n');
    expect(host.err()).toContain('⠋ Starting');
    expect(host.err()).toContain('Running Read');
    expect(host.err()).toContain('\u001b[2m• Read notes.txt\u001b[22m\n');
    const [tool, done, ...more] = onScreen(host.err());
    expect(tool).toBe('• Read notes.txt');
    expect(done).toMatch(/^done · \$[\d.]+ · \d turns · [\d.]+ m?s$/);
    expect(more).toEqual(['']);
  });

  it('has no colours with NO_COLOR', async () => {
    const { host, code } = start(fakeCli(tools), {}, { terminal: true, env: { NO_COLOR: '1' } });
    expect(await code).toBe(0);
    expect(host.err()).toContain('• Read notes.txt\n');
    expect(host.err()).not.toContain('\u001b[2m');
  });

  it.each([
    ['a dumb terminal', { terminal: true, env: { TERM: 'dumb' } }],
    ['a terminal whose stderr goes elsewhere', { terminal: { stdout: true, stderr: false } }],
  ])('has only the text, without control characters, on %s', async (_, options) => {
    const { host, code } = start(fakeCli(tools), {}, options);
    expect(await code).toBe(0);
    expect(host.out()).toBe('I read.\nIt is [31mone.\n');
    expect(host.err()).toBe('');
  });

  it('shows next to the spinner that the API is retried', async () => {
    const frame = { type: 'system', subtype: 'api_retry', attempt: 2, max_retries: 10 };
    const { host, code } = start(fakeCli({ turns: [[{ frame }, { text: 'x' }]] }), {}, screen);
    expect(await code).toBe(0);
    expect(host.err()).toContain('API error, retrying (2 of 10)');
  });

  it('cuts the line of a tool at the width of the screen', async () => {
    const command = 'echo '.repeat(50);
    const scenario: Scenario = { turns: [[{ tool: 'Bash', input: { command } }]] };
    const { host, code } = start(
      fakeCli(scenario),
      {},
      { terminal: true, columns: 30, env: { NO_COLOR: '1' } },
    );
    expect(await code).toBe(0);
    const [line = ''] = onScreen(host.err());
    expect(line).toMatch(/^• Bash echo.*…$/);
    expect([...line].length).toBeLessThanOrEqual(30);
  });

  it('shows a failure in red, with the cost', async () => {
    const apiError = { status: 400, message: 'bad request' };
    const { host, code } = start(fakeCli({ turns: [[{ apiError }]] }), {}, { terminal: true });
    expect(await code).toBe(1);
    expect(host.err()).toContain('\u001b[31mThe run failed (api_error): ');
    expect(onScreen(host.err()).at(-2)).toMatch(/^\$[\d.]+ · 1 turn/);
  });
});

describe('a run with --verbose', () => {
  it('prints states, warnings, errors and stderr', async () => {
    const scenario: Scenario = {
      turns: [[{ stderr: 'a complaint\n' }, { garbage: 'not JSON' }, { text: 'Done.' }]],
    };
    const { host, code } = start(fakeCli(scenario), { verbose: true });
    expect(await code).toBe(0);
    expect(host.out()).toBe('Done.\n');
    const lines = host.err().split('\n');
    const states = lines.filter((line) => line.startsWith('state: '));
    expect(states).toEqual(
      ['starting', 'initSent', 'running', 'stopping', 'stopped'].map((state) => `state: ${state}`),
    );
    expect(lines).toContain('stderr: a complaint');
    expect(host.err()).toMatch(/^warning: UndecodableLine: /m);
  });
});

describe('escape sequences', () => {
  const hostile = '\u001b]52;c;aGk=\u0007\u202e';

  it.each([true, false])('of the CLI do not reach a terminal (terminal: %p)', async (terminal) => {
    const scenario: Scenario = {
      turns: [[{ stderr: `a ${hostile}complaint\n` }, { garbage: hostile }, { text: 'Done.' }]],
    };
    const { host, code } = start(fakeCli(scenario), { verbose: true }, { terminal });
    expect(await code).toBe(0);
    expect(host.err()).toContain('stderr: a ]52;c;aGk=complaint');
    for (const one of ['\u001b]', '\u0007', '\u202e']) expect(host.err()).not.toContain(one);
  });
});

describe('Ctrl-C', () => {
  const endless: Scenario = {
    tokens: { every: 5 },
    turns: [[{ text: 'and so on '.repeat(5000) }]],
  };

  it('interrupts the run, which then ends by itself', async () => {
    const cli = fakeCli(endless);
    const { host, code } = start(cli);
    await until('some text', () => host.out().includes('so on'));
    host.pressCtrlC();
    expect(await code).toBe(130);
    const [process] = cli.processes.filter(({ args }) => !args.includes('--version'));
    expect(process?.written.join('')).toContain('"subtype":"interrupt"');
    expect(host.err()).toContain('Interrupting. Press Ctrl-C again to stop the CLI.');
    expect(host.listeners()).toBe(0);
  });

  it('says so on a terminal, and not that it failed', async () => {
    const { host, code } = start(fakeCli(endless), {}, { terminal: true, env: { NO_COLOR: '1' } });
    await until('some text', () => host.out().includes('so on'));
    host.pressCtrlC();
    expect(await code).toBe(130);
    expect(onScreen(host.err()).at(-2)).toMatch(/^interrupted · \$/);
    expect(host.err()).not.toContain('failed');
  });

  it('stops the CLI the second time, and leaves a third to the system', async () => {
    const { host, code, port } = start({ talk: { onMessage: () => {}, onRequest: onlyStart } });
    await until('the prompt', () => port?.heard.some(({ type }) => type === 'user'));
    host.pressCtrlC();
    await until('the interrupt', () =>
      port?.heard.some(({ request }) => (request as { subtype?: string })?.subtype === 'interrupt'),
    );
    host.pressCtrlC();
    expect(host.listeners()).toBe(0);
    expect(await code).toBe(130);
    expect(port?.process.released).toBe(true);
  });

  it('stops at once what has not started yet', async () => {
    const { host, code, port } = start({ talk: { onRequest: () => undefined } });
    await until('the handshake', () => port?.heard.length === 1);
    host.pressCtrlC();
    expect(await code).toBe(130);
    expect(port?.heard).toHaveLength(1);
  });
});

describe('a reader that goes away', () => {
  it('ends the run quietly, and the process with it', async () => {
    const cli = talkingCli({
      onMessage: (say, { uuid }) => {
        for (const frame of turnFrames(uuid, 'x').slice(0, 5)) say(frame);
      },
    });
    const host = memoryHost();
    const code = runQuery('Go', { mode: 'session', port: cli }, {}, host);
    await until('some text', () => host.out() !== '');
    host.breakStdout();
    expect(await code).toBe(1);
    expect(host.err()).toBe('');
    expect(cli.process.released).toBe(true);
  });
});

function onlyStart(request: Record<string, unknown>) {
  return request.subtype === 'initialize' ? {} : undefined;
}

describe('a run whose CLI sends what cannot be shown', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const toolCall = JSON.stringify({
    type: 'assistant',
    parent_tool_use_id: null,
    message: { content: [{ type: 'tool_use', id: 't', name: 'Deep', input: { deep: 'HERE' } }] },
  }).replace('"HERE"', deep);
  const talk: Talk = {
    onMessage(say, { uuid }) {
      say({ type: 'assistant' });
      say(toolCall);
      for (const frame of turnFrames(uuid, 'Still here.')) {
        say(
          frame.type === 'result'
            ? { ...frame, total_cost_usd: '?', permission_denials: 1 }
            : frame,
        );
      }
    },
  };

  it.each([
    ['a pipe', {}],
    ['a terminal', screen],
  ])('goes on, in %s', async (_, options) => {
    const { host, code } = start({ talk }, {}, options);
    expect(await code).toBe(0);
    expect(host.out()).toContain('Still here.');
    expect(host.err()).toContain('A message of type "assistant" could not be shown.');
    expect(host.err()).not.toContain('TypeError');
    if (options === screen) expect(onScreen(host.err()).join('\n')).toContain('• Deep');
  });
});
