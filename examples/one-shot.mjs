// One question, one answer: the process is gone when the loop is over.
import assert from 'node:assert/strict';
import { query } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';

const options = {
  // The simulated CLI needs no key. Leave this out to ask Claude.
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
