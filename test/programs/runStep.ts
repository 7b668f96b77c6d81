import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import type { Trace } from '../live/dropIn/runProgram.js';
import { flagsOf } from '../support/cliFlags.js';
import { realCli } from '../support/installCli.js';
import { type Model, messagesApi } from '../support/messagesApi.js';
import { sandbox } from '../support/sandbox.js';
import type { Installation } from './installation.js';
import type { Program } from './programs.js';

const deadlineMs = 60_000;

/** A variable that a program may keep from the CLI. */
const secret = { LEFT_OUT: 'a secret of the parent' };

/** Runs one step of a program, in a home and with an API of its own. */
export async function runStep(
  { folder, node }: Installation,
  { name, driver }: Program,
  step: string,
  cliVersion: string,
  model: Model,
): Promise<Trace> {
  const api = await messagesApi(model);
  const box = sandbox(api.url);
  const root = dirname(box.home);
  const env = {
    ...box.env,
    ...secret,
    // Node shows the network that it asks for to the same stand-in as the CLI.
    NODE_USE_ENV_PROXY: '1',
    PATH: [dirname(node), box.env.PATH].join(delimiter),
    PROGRAM_PACKAGE: name,
    PROGRAM_CLI: recordingCli(root, realCli(cliVersion)),
  };
  try {
    const file = join(folder, 'drivers', `${driver}.mjs`);
    const channels = await run(node, [file, step], box.cwd, env);
    channels.spawned = readSpawned(root);
    return { channels, requests: api.requests, places: [basename(root), api.url, folder] };
  } finally {
    await api.close();
    // The guard may still be ending a CLI whose program was killed.
    await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

/** The real CLI behind a script that writes down how it was started. */
function recordingCli(folder: string, path: string): string {
  const file = join(folder, 'claude');
  const lines = [
    '#!/bin/sh',
    `/bin/cat /proc/$$/cmdline > '${folder}/'spawned.$$.args`,
    `/bin/cat /proc/$$/environ > '${folder}/'spawned.$$.env`,
    `echo $$ >> '${folder}/spawned'`,
    `exec '${path}' "$@"`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o755 });
  return file;
}

/** The arguments and variables of each CLI, in the order of their starts. */
function readSpawned(folder: string): object[] {
  if (!existsSync(join(folder, 'spawned'))) return [];
  const parts = (pid: string, kind: string) =>
    readFileSync(join(folder, `spawned.${pid}.${kind}`), 'utf8')
      .split('\0')
      .filter(Boolean);
  return (
    readFileSync(join(folder, 'spawned'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((pid) => ({ args: parts(pid, 'args').slice(2), env: parts(pid, 'env') }))
      // Programs also ask the CLI for its version or for the login, which is no matter of the SDK.
      .filter(({ args }) => args.includes('stream-json'))
      .map(({ args, env }) => ({ flags: flagsOf(args), env: variablesOf(env) }))
  );
}

function variablesOf(env: string[]): Record<string, string> {
  return Object.fromEntries(
    env
      // An id of one run: its number would shift those of all others.
      .filter((line) => !line.startsWith('CLAUDE_ACTORS_GUARD='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** What a program said, by channel, what it wrote elsewhere, and how it ended. */
function run(
  node: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Trace['channels']> {
  const child = spawn(node, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  // With all that it started, which may hold its pipes open.
  const deadline = setTimeout(() => killGroup(child.pid), deadlineMs);
  const said = { stdout: '', stderr: '' };
  for (const pipe of ['stdout', 'stderr'] as const) {
    child[pipe].setEncoding('utf8').on('data', (text: string) => {
      said[pipe] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(deadline);
      killGroup(child.pid);
      const channels: Trace['channels'] = { exit: [code ?? signal] };
      if (said.stderr) channels.stderr = said.stderr.split('\n');
      for (const line of said.stdout.split('\n').filter(Boolean)) {
        const { channel, value } = readLine(line);
        channels[channel] = [...(channels[channel] ?? []), value];
      }
      resolve(channels);
    });
  });
}

/** A CLI that its program left behind would write to the sandbox while it is removed. */
function killGroup(pid: number | undefined): void {
  try {
    process.kill(-(pid as number), 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}

function readLine(line: string): { channel: string; value: unknown } {
  try {
    return JSON.parse(line) as { channel: string; value: unknown };
  } catch {
    return { channel: 'stdout', value: line };
  }
}
