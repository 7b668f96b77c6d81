import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell } from './record.mjs';

const text = (promise) => promise.then(() => 'resolved', shown);

/** What programs compare, and the words at the start, which they search for. */
function shown({ name, message, exitCode, signal }) {
  const words =
    /^Claude Code (process exited with code \d+|process terminated by signal \w+|(native binary|executable) not found at [^\s.]+(\.js)?|returned an error result: (No conversation found with session ID: [\w-]+|Error: --resume requires .* session title))/;
  return { name, message: words.exec(message)?.[0] ?? message, exitCode, signal };
}

async function outcome(options, prompt = 'Say hello') {
  const run = query({ prompt, options });
  const started = await text(run.initializationResult());
  const types = [];
  try {
    for await (const { type, subtype } of run) types.push([type, subtype]);
  } catch (error) {
    types.push(shown(error));
  }
  const late = [await text(run.setModel('opus')), await text(run.interrupt())];
  return { started, types, late };
}

function script(name, body) {
  const path = resolve(name);
  writeFileSync(path, body);
  chmodSync(path, 0o755);
  return path;
}

const failing = {
  exits: { pathToClaudeCodeExecutable: script('exits', '#!/bin/sh\necho bad >&2\nexit 3\n') },
  garbage: { pathToClaudeCodeExecutable: script('talks', '#!/bin/sh\necho no json\nexit 1\n') },
  killed: { pathToClaudeCodeExecutable: script('killed', '#!/bin/sh\nkill -9 $$\n') },
  script: { pathToClaudeCodeExecutable: script('fails.mjs', 'process.exit(7)') },
  missing: { pathToClaudeCodeExecutable: '/nowhere/claude' },
  'missing script': { pathToClaudeCodeExecutable: '/nowhere/cli.js', executable: 'no-runtime' },
  'missing name': { pathToClaudeCodeExecutable: 'no-such-claude' },
  flag: { ...cli, extraArgs: { 'no-such-flag': 'x' } },
  settings: { ...cli, settings: '/nowhere/settings.json' },
  title: { ...cli, resume: 'no such title' },
  conversation: { ...cli, resume: '00000000-0000-4000-8000-000000000000' },
};
for (const [name, options] of Object.entries(failing)) tell(name, await outcome(options));
mkdirSync('folder');
const folder = { pathToClaudeCodeExecutable: resolve('folder') };
tell('folder', (await outcome(folder)).types.at(-1).name);

async function* silent() {
  await new Promise(() => {});
}
const closed = query({ prompt: silent(), options: { ...cli } });
const pending = [text(closed.initializationResult()), text(closed.mcpServerStatus())];
closed.close();
tell('closed', await Promise.all(pending));
tell('closed', await text(closed.setPermissionMode('plan')));

async function* one() {
  yield said('Say hello');
}
const answered = await outcome({ ...cli }, one());
tell(
  'answered',
  answered.types.map(([type]) => type),
);
tell('answered', answered.late);
