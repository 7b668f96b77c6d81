// A runtime that does not let the program start others.
import assert from 'node:assert/strict';
import { query, startSession } from 'claude-actors';
import { cli, last } from './setUp.mjs';

const warnings = [];
const options = cli('hello', {
  skipVersionCheck: true,
  onWarning: ({ code }) => warnings.push(code),
});
await assert.rejects(last(query({ prompt: 'Hi', options })), { code: 'CliNotExecutable' });
await assert.rejects(startSession({ options }), { code: 'CliNotExecutable' });
assert.ok(warnings.includes('GuardUnavailable'), String(warnings));
console.log('ok');
