// The command, run by the same runtime.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('cli/main.js', import.meta.resolve('claude-actors')));

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, output: `${stdout}${stderr}` };
}

const version = run('--version');
assert.equal(version.status, 0, version.output);
const answer = run('run', '--simulate', 'Grüße "an" alle');
assert.equal(answer.status, 0, answer.output);
assert.match(answer.output, /Grüße "an" alle/);
const demo = run('demo');
assert.equal(demo.status, 0, demo.output);
assert.match(demo.output, /ok: one command blocked, one file allowed, one tool answered\./);
const wrong = run('rnu');
assert.equal(wrong.status, 2, wrong.output);
console.log('ok');
