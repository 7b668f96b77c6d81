// Start the CLI yourself: in a container, over ssh, as another user.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { query } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';

const started = [];
function spawnClaudeCodeProcess({ command, args, cwd, env, signal }) {
  started.push({ command, args });
  // Put `docker run …` or `ssh host claude …` here. `command` is what would run locally.
  return spawn(process.execPath, [simulatedCliPath, ...args], { cwd, env, signal });
}

let answer;
for await (const message of query('Hello from elsewhere', { spawnClaudeCodeProcess })) {
  if (message.type === 'result') answer = message.result;
}

assert.equal(started.length, 1);
assert.ok(started[0].args.includes('--output-format'));
assert.match(answer, /Hello from elsewhere/);
console.log(`ok: started as ${started[0].command}`);
