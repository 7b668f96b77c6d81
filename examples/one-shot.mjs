// One question, one answer. When the loop ends, the process has exited.
import assert from 'node:assert/strict';
import { query } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';

const options = {
  // The simulated CLI needs no key. Remove this line to ask Claude.
  pathToClaudeCodeExecutable: simulatedCliPath,
  maxTurns: 5,
};

let answer;
for await (const message of query({ prompt: 'Say hello', options })) {
  if (message.type !== 'result') continue;
  // `is_error` decides, not `subtype`: a failed API call is a "success" with `is_error`.
  assert.equal(message.is_error, false);
  answer = message.result;
}

assert.match(answer, /Say hello/);
console.log(`ok: ${answer}`);
