// A session on the simulated CLI: no key, no network. Run it with `npm run demo`.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import process from 'node:process';
import { block, createSdkMcpServer, startSession, tool } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';
import { z } from 'zod';

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
const colours = { state: 35, hook: 31, permission: 33, mcp: 36, result: 32 };
const startedAt = performance.now();
let isMidLine = false;

function paint(code, text) {
  return isColoured ? `\u001b[${code}m${text}\u001b[0m` : text;
}

function label(who) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(2).padStart(6);
  return `${paint(2, `${seconds} s`)}  ${paint(colours[who] ?? 0, who.padEnd(11))}`;
}

function endLine() {
  if (isMidLine) process.stdout.write('\n');
  isMidLine = false;
}

function say(who, text) {
  endLine();
  process.stdout.write(`${label(who)}${text}\n`);
}

/** Claude's words, as they come. */
function stream(text) {
  if (!isMidLine) process.stdout.write(label('claude'));
  isMidLine = true;
  process.stdout.write(text);
}

/** `{ running: { turn: 'working', … } }` reads `running · working`. */
function stateName(value) {
  if (typeof value === 'string') return value;
  const [[outer, inner]] = Object.entries(value);
  return `${outer} · ${inner.turn ?? inner}`;
}

let lastState = '';
/** Every actor tells of its states here; the session's own are shown. */
function showState({ type, actorRef, rootId, snapshot }) {
  if (type !== '@xstate.snapshot' || actorRef.sessionId !== rootId) return;
  const state = stateName(snapshot.value);
  if (state !== lastState) say('state', paint(colours.state, state));
  lastState = state;
}

const seen = [];

function keepFiles(input) {
  const { command } = input.tool_input;
  if (!command.startsWith('rm ')) return {};
  seen.push('blocked');
  say('hook', `${paint(31, '✗')} blocked ${command}`);
  return block('Nothing is deleted here.');
}

function allow(toolName, { file_path: path }) {
  seen.push('allowed');
  say('permission', `${paint(32, '✓')} allowed ${toolName} ${basename(path)}`);
  return { behavior: 'allow' };
}

const numbers = { a: z.number(), b: z.number() };
const add = tool('add', 'Adds two numbers', numbers, async ({ a, b }) => {
  seen.push('called');
  say('mcp', `calc.add(${a}, ${b}) = ${a + b}`);
  return { content: [{ type: 'text', text: String(a + b) }] };
});

const heading =
  'A session with a hook, a permission and an MCP tool, and its states as they change.';
process.stdout.write(`\n${paint(1, heading)}\n\n`);

const session = await startSession({
  options: {
    pathToClaudeCodeExecutable: simulatedCliPath,
    env: { CLAUDE_ACTORS_SCENARIO: 'demo' },
    includePartialMessages: true,
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [keepFiles], onFailure: 'deny' }] },
    canUseTool: allow,
    mcpServers: { calc: createSdkMcpServer({ name: 'calc', tools: [add] }) },
    allowedTools: ['mcp__calc__add'],
    inspect: showState,
  },
});

session.on('message', (message) => {
  if (message.type === 'stream_event' && message.event.type === 'content_block_delta') {
    const { delta } = message.event;
    if (delta.type === 'text_delta') stream(delta.text);
  } else if (message.type === 'result') {
    const { subtype, num_turns: turns, total_cost_usd: cost } = message;
    say('result', `${subtype} · ${turns} turns · $${cost.toFixed(4)}`);
  }
});

const prompt = 'Tidy up, write a report, and add 40 and 2.';
say('you', paint(1, prompt));
const result = await session.send(prompt).result;
await session.idle();
await session.end();

assert.equal(result.is_error, false);
assert.deepEqual(seen, ['blocked', 'allowed', 'called']);
process.stdout.write('\nok: one command blocked, one file allowed, one tool answered.\n');
