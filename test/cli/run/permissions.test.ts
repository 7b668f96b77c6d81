import { describe, expect, it } from '@jest/globals';
import type { LineAnswer } from '../../../src/cli/lineEditor.js';
import { PermissionAsker } from '../../../src/cli/run/PermissionAsker.js';
import { runQuery } from '../../../src/cli/run/runQuery.js';
import { fakeCli } from '../../../src/testing/fakeCli.js';
import type { Scenario } from '../../../src/testing/scenario.js';
import { until } from '../../support/until.js';
import { memoryHost } from '../support/memoryHost.js';

const edit = { file_path: 'notes.txt', old_string: 'one\ntwo\n', new_string: 'one\nthree\n' };
const editing: Scenario = {
  files: { 'notes.txt': 'one\ntwo\n' },
  turns: [
    [
      { text: 'I edit.' },
      { tool: 'Read', input: { file_path: 'notes.txt' } },
      { tool: 'Edit', input: edit },
      { text: 'Done.' },
    ],
  ],
};
const twice = (command: string): Scenario => {
  const step = { tool: 'Bash', input: { command } };
  return { turns: [[step, step]] };
};

/** Runs a scenario for a user who types these answers. */
function ask(scenario: Scenario, typed: readonly (string | LineAnswer)[]) {
  const cli = fakeCli(scenario);
  const env = { NO_COLOR: '1' };
  const host = memoryHost({ terminal: true, stdin: { isTTY: true }, env, typed });
  const options = { mode: 'session', port: cli.port, includePartialMessages: true } as const;
  const code = runQuery('Go', options, {}, host);
  const ran = () => cli.ran.map(({ tool }) => tool);
  return { cli, host, code, ran };
}

describe('a run on a terminal that needs permission', () => {
  it('shows the change after what came before it, and runs the tool once it is allowed', async () => {
    const { host, code, ran } = ask(editing, ['y']);
    expect(await code).toBe(0);
    expect(ran()).toEqual(['Read', 'Edit']);
    const shown = host.err();
    expect(shown).toContain('? Claude wants to use Edit ');
    expect(shown).toContain('    one\n  - two\n  + three\n');
    expect(shown.indexOf('• Edit')).toBeLessThan(shown.indexOf('? Claude wants'));
    expect(host.asked[0]?.prompt).toBe('  Allow? [y] once  [a] always  [n] no: ');
    expect(host.asked[0]?.discardTyped).toBe(true);
  });

  it('refuses on a no, tells the model why, and exits with 4', async () => {
    const { host, cli, code, ran } = ask(editing, ['maybe', '', 'n use another file']);
    expect(await code).toBe(4);
    expect(host.asked).toHaveLength(3);
    expect(ran()).toEqual(['Read']);
    expect(JSON.stringify(cli.processes.at(-1)?.written)).toContain(
      'The user said no: use another file',
    );
    expect(host.err()).toMatch(/✗ 1 tool call was refused: Edit \S*notes\.txt\.\n/);
    expect(host.err()).not.toContain('--allowed-tools');
  });

  it('refuses on Ctrl-D', async () => {
    const { code, ran } = ask(editing, [{ kind: 'end' }]);
    expect(await code).toBe(4);
    expect(ran()).toEqual(['Read']);
  });

  it('asks again after "once", and not after "always"', async () => {
    const once = ask(twice('npm test'), ['y', 'y']);
    expect(await once.code).toBe(0);
    expect(once.host.asked).toHaveLength(2);
    const always = ask(twice('npm test'), ['a']);
    expect(await always.code).toBe(0);
    expect(always.host.asked).toHaveLength(1);
    expect(always.host.err()).toMatch(
      /always: allow Bash\(npm test\) in \.claude\/settings\.local\.json/,
    );
    expect(always.ran()).toEqual(['Bash', 'Bash']);
  });

  it('shows every character of a command, and executes none on the terminal', async () => {
    const { host, code } = ask(twice('npm test\n\u001b[2Knpm publish'), ['y', 'y']);
    expect(await code).toBe(0);
    expect(host.err()).toContain('  npm test\n  \\u{1b}[2Knpm publish\n');
  });

  it('interrupts the turn on Ctrl-C, and the question goes away', async () => {
    const { host, code, ran } = ask(editing, [{ kind: 'interrupt', text: '' }]);
    expect(await code).toBe(130);
    expect(ran()).toEqual(['Read']);
    expect(host.err()).toContain('Interrupting.');
    expect(host.listeners()).toBe(0);
  });

  it('takes the question back if the run is stopped', async () => {
    const { host, code } = ask(editing, []);
    await until('the question', () => host.asked.length === 1);
    host.pressCtrlC();
    host.pressCtrlC();
    expect(await code).toBe(130);
    expect(host.asked[0]?.signal?.aborted).toBe(true);
  });

  it('offers the rest of a long change', async () => {
    const content = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n');
    const input = { file_path: 'long.txt', content };
    const { host, code } = ask({ turns: [[{ tool: 'Write', input }]] }, ['v', 'y']);
    expect(await code).toBe(0);
    expect(host.asked[0]?.prompt).toContain('[v] view all');
    const [cut = '', whole = ''] = host.err().split('… 20 more lines');
    expect(cut).toContain('+ line 39\n');
    expect(cut).not.toContain('+ line 40\n');
    expect(whole).toContain('+ line 59\n');
  });

  it('lets the user answer a question of Claude', async () => {
    const questions = [
      { question: 'Which?', header: 'h', options: [{ label: 'Red' }, { label: 'Blue' }] },
      { question: 'Why?', header: 'h', options: [{ label: 'No reason' }] },
    ];
    const host = memoryHost({ terminal: true, stdin: { isTTY: true }, typed: ['2', 'I like it'] });
    const asker = new PermissionAsker({
      host,
      cwd: '/',
      pause: () => () => {},
      onInterrupt() {},
    });
    const { signal } = new AbortController();
    const context = { signal, toolUseID: 't', requestId: 'r' };
    expect(await asker.canUseTool('AskUserQuestion', { questions }, context)).toEqual({
      behavior: 'allow',
      updatedInput: { questions, answers: { 'Which?': 'Blue', 'Why?': 'I like it' } },
    });
  });
});

describe('a question for permission', () => {
  const { signal } = new AbortController();
  const shown = async (tool: string, input: Record<string, unknown>, more: object = {}) => {
    const env = { NO_COLOR: '1' };
    const host = memoryHost({ terminal: true, stdin: { isTTY: true }, env, typed: ['n'] });
    const pause = () => () => {};
    const asker = new PermissionAsker({ host, cwd: '/', pause, onInterrupt() {} });
    await asker.canUseTool(tool, input, { signal, toolUseID: 't', requestId: 'r', ...more });
    return host.err();
  };

  it('shows the path even if the CLI has a title of its own', async () => {
    const title = 'Claude wants to write a file';
    const input = { file_path: '/not/there.txt', content: 'x' };
    expect(await shown('Write', input, { title })).toContain('/not/there.txt');
  });

  it('has one line for a title, a description and a rule, whatever is in them', async () => {
    const input = { command: 'rm -rf .', description: 'List files\nls' };
    const rules = [{ toolName: 'Bash', ruleContent: 'x\ny' }];
    const update = { type: 'addRules', behavior: 'allow', destination: 'session', rules };
    const text = await shown('Bash\n  ls', input, { suggestions: [update] });
    expect(text).toBe(
      '? Claude wants to use Bash\\n  ls\n  # List files\\nls\n  rm -rf .\n' +
        '  always: allow Bash(x\\ny) for this session\n',
    );
  });

  it('says that an edit replaces all, and nothing if it does not', async () => {
    const input = { file_path: '/not/there.txt', old_string: 'a', new_string: 'b' };
    const once = await shown('Edit', { ...input, replace_all: false });
    expect(once).toBe('? Claude wants to use Edit /not/there.txt\n  - a\n  + b\n');
    expect(await shown('Edit', { ...input, replace_all: true })).toContain('"replace_all": true');
  });

  it('shows characters that have no width', async () => {
    expect(await shown('Bash', { command: 'cat a\u200b\u2060\ufeff.txt' })).toContain(
      'cat a\\u{200b}\\u{2060}\\u{feff}.txt',
    );
  });

  it('shows every field of an edit, also of tools that it does not know', async () => {
    const change = { old_string: 'a', new_string: 'b' };
    const text = await shown('mcp__fs__edit', { edits: [{ ...change, path: '/etc/passwd' }, 'x'] });
    expect(text).toContain('/etc/passwd');
    expect(text).toContain('"x"');
  });
});

describe('a run without a terminal that needs permission', () => {
  it.each([
    ['a pipe', { terminal: false }],
    ['a terminal whose stdin is a pipe', { terminal: true, stdin: 'x' }],
  ])('asks nobody in %s, says what was refused, and exits with 4', async (_, options) => {
    const cli = fakeCli(editing);
    const host = memoryHost({ ...options, env: { NO_COLOR: '1' } });
    const run = { mode: 'session', port: cli.port, includePartialMessages: true } as const;
    expect(await runQuery('Go', run, {}, host)).toBe(4);
    expect(host.asked).toEqual([]);
    expect(cli.ran.map(({ tool }) => tool)).toEqual(['Read']);
    expect(host.out()).toBe('I edit.\nDone.\n');
    expect(host.err()).toMatch(
      /1 tool call was refused: Edit \S*notes\.txt\. Allow tools with --allowed-tools or --permission-mode, or run it on a terminal to be asked\.\n/,
    );
  });

  it('prints only JSON with --json, and exits with 4', async () => {
    const host = memoryHost({ terminal: true, stdin: { isTTY: true } });
    const run = { mode: 'session', port: fakeCli(editing).port } as const;
    expect(await runQuery('Go', run, { json: true }, host)).toBe(4);
    expect(host.asked).toEqual([]);
    expect(host.err()).toBe('');
  });
});

describe('the live line', () => {
  it('has the tool, the tokens and the cost, and fits the screen', async () => {
    const scenario: Scenario = {
      turns: [[{ tool: 'Bash', input: { command: 'sleep 0.3' } }, { text: 'Done.' }]],
    };
    const cli = fakeCli(scenario);
    const host = memoryHost({ terminal: true, columns: 60, env: { NO_COLOR: '1' } });
    const options = { mode: 'session', port: cli.port, includePartialMessages: true } as const;
    expect(await runQuery('Go', { ...options, allowedTools: ['Bash'] }, {}, host)).toBe(0);
    expect(host.err()).toMatch(/Running Bash · ↑ [\d.]+k? ↓ \d+ tokens · \$\d\.\d{4}/);
  });
});
