// A CLI whose lines end with a carriage return and a newline.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { query } from 'claude-actors';
import { cli, last } from './setUp.mjs';

const pathToClaudeCodeExecutable = fileURLToPath(new URL('crlfCli.mjs', import.meta.url));
const options = cli('hello', { pathToClaudeCodeExecutable, mode: 'oneShot' });
assert.equal((await last(query({ prompt: 'Hi', options }))).result, 'one\r\ntwo');
console.log('ok');
