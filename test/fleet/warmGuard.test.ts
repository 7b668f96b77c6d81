import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { fleetWorkers } from '../support/fleetWorkers.js';
import { isAlive } from '../support/processes.js';
import { simulatedCli } from '../support/simulatedBuild.js';
import { until } from '../support/until.js';

const folder = mkdtempSync(join(tmpdir(), 'claude-actors-warm-'));
const workers = fleetWorkers(join(folder, 'store'));
afterEach(async () => {
  await workers.end();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

it('the guard ends a spare with the lease of its conversation, also if its worker is frozen', async () => {
  const pids = join(folder, 'pids');
  const scenario = join(folder, 'scenario.mjs');
  writeFileSync(
    scenario,
    `import { appendFileSync } from 'node:fs';
if (process.argv.includes('--input-format')) appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');
export default { tools: 'real', turns: [[{ text: 'Hi' }, { tool: 'Read', takes: 60_000 }]] };\n`,
  );
  const started = () =>
    existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : [];
  const { path, env } = simulatedCli('2.1.325');
  const options = {
    pathToClaudeCodeExecutable: path,
    env: { ...env, PATH: process.env.PATH ?? '', HOME: folder, CLAUDE_ACTORS_SCENARIO: scenario },
  };
  const frozen = await workers.start({ worker: 'a', options, leaseMs: 4000, pool: { warm: 1 } });
  await until('a spare', () => started().length === 1, 30_000);
  // It writes its pid before it is ready.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const [spare] = started() as [number];
  const fleet = workers.join();
  const chat = await fleet.session('chat-1');
  await chat.send('Hi', { id: '1' });
  for await (const row of chat.rows()) {
    if (row.type === 'message' && row.message.type === 'assistant') break;
  }
  expect((await chat.info()).worker).toBe('a');
  frozen.kill('SIGSTOP');
  await until('the end of the spare', () => !isAlive(spare), 10_000);
}, 120_000);
