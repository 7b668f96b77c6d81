// What every case needs. The cases run in a project of their own, on the packed package.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { simulatedCliPath } from 'claude-actors/testing';

/** Options for a simulated CLI. `scenario` is a built-in name, or a module in this folder. */
export function cli(scenario, more = {}) {
  const isModule = scenario.endsWith('.mjs');
  const path = isModule ? fileURLToPath(new URL(scenario, import.meta.url)) : scenario;
  return {
    pathToClaudeCodeExecutable: simulatedCliPath,
    // All of it: the runner recognizes what a case leaves behind by a variable.
    env: { ...process.env, CLAUDE_ACTORS_SCENARIO: path, ...more.env },
    onWarning: ({ code, message }) => console.log(`warning ${code}: ${message}`),
    ...without(more, 'env'),
  };
}

/** The last message of a stream. */
export async function last(stream) {
  let found;
  for await (const message of stream) found = message;
  return found;
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until a process is gone. Rejects if it is not after a while. */
export async function gone(pid) {
  for (let tries = 0; isAlive(pid); tries++) {
    if (tries > 400) throw new Error(`The process ${pid} is still running.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function without(object, name) {
  const { [name]: _, ...rest } = object;
  return rest;
}
