import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

const slow = 33_000;

/** The CLI, whose answers to control requests come late: the first, or the others. */
const withDelay = (isSlow) => (given) => {
  const { command, args, cwd, env, signal } = given;
  const child = spawn(command, args, { cwd, env, signal, stdio: ['pipe', 'pipe', 'pipe'] });
  let answers = 0;
  async function* delayed() {
    let rest = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        if (line.includes('"control_response"') && isSlow(answers++)) await wait(slow);
        yield `${line}\n`;
      }
    }
  }
  const stdout = Readable.from(delayed());
  return new Proxy(child, {
    get(target, name) {
      if (name === 'stdout') return stdout;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

async function ask(label, isSlow) {
  const options = { ...cli, spawnClaudeCodeProcess: withDelay(isSlow) };
  const run = query({ prompt: 'One', options });
  const startedAt = Date.now();
  const models = await run.supportedModels();
  const status = await run.mcpServerStatus();
  const isLate = Date.now() - startedAt > slow - 1000;
  tell(label, { isLate, models: models.length > 0, status });
  const types = [];
  for await (const { type } of run) types.push(type);
  tell(label, types.at(-1));
}

await Promise.all([
  ask('slow initialize', (answer) => answer === 0),
  ask('slow control', (answer) => answer > 0),
]);
