// `items()` yields everything: messages, warnings, and errors that do not end the stream.
import assert from 'node:assert/strict';
import { collectItems, query } from 'claude-actors';
import { fakeCli } from 'claude-actors/testing';

// A line that is not JSON usually comes from a wrapper script that writes to stdout.
const cli = fakeCli({ turns: [[{ garbage: 'Loading…' }, { text: 'Hello.' }]] });
const options = {
  mode: 'oneShot',
  port: cli.port,
  systemPrompt: 'You are brief.',
  // If two options exclude each other, one is ignored, and a warning says which.
  appendSystemPrompt: 'You are kind.',
};

const kinds = [];
for await (const item of query('Say hello', options).items()) {
  if (item.kind === 'message') kinds.push(item.message.type);
  if (item.kind === 'warning') kinds.push(item.warning.code);
  if (item.kind === 'error') kinds.push(item.error.code);
}
assert.deepEqual(kinds, ['OptionIgnored', 'system', 'JsonDecodeError', 'assistant', 'result']);

// The same, collected by kind. It never throws: an error that ended the stream is `terminalError`.
const { items, warnings, nonTerminalErrors, terminalError } = await collectItems(
  query('Say hello', options),
);
assert.equal(items.length, 5);
assert.equal(warnings[0].code, 'OptionIgnored');
assert.equal(nonTerminalErrors[0].code, 'JsonDecodeError');
assert.equal(terminalError, undefined);
console.log(`ok: ${kinds.join(', ')}`);
