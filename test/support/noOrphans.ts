import { readdirSync, readFileSync } from 'node:fs';
import { afterAll } from '@jest/globals';
import { isAlive } from './processes.js';
import { until } from './until.js';

/** Runs after every test file: whatever was started in it must be gone. */
afterAll(async () => {
  if (process.platform !== 'linux') return;
  try {
    await until('the processes of this file to end', () => children().length === 0, 3000);
  } catch {
    throw new Error(`These tests left processes behind: ${children().join(' | ')}`);
  }
});

/** The command lines of this process's children, except the guard, which stays as long as we do. */
function children(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid && isAlive(Number(name)))
    .map((pid) => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' '))
    .filter((command) => !command.includes('claude-actors-guard'))
    .map((command) => command.slice(0, 200));
}

function parentOf(pid: string): number | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Empty for a process that has just gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
