import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realCli } from '../../support/installCli.js';
import { type ApiRequest, type Model, messagesApi } from '../../support/messagesApi.js';
import { sandbox } from '../../support/sandbox.js';
import { officialName } from './officialSdk.js';

/** Which SDK and CLI programs get, and where they are put. */
export interface Side {
  sdk: string;
  version: string;
  folder: string;
}

/** What a program told, by channel, and what the API was asked meanwhile. */
export interface Trace {
  channels: Record<string, unknown[]>;
  requests: ApiRequest[];
  /** Names that only this run has. */
  places: string[];
}

const defaultDeadlineMs = 90_000;
const programs = fileURLToPath(new URL('./programs/', import.meta.url));

/** Runs a program, as it is but for the address of its SDK, in a home and with an API of its own. */
export async function runProgram(
  name: string,
  side: Side,
  model: Model,
  deadlineMs = defaultDeadlineMs,
): Promise<Trace> {
  const file = join(side.folder, basename(`${name}.mjs`));
  const text = readFileSync(join(programs, `${name}.mjs`), 'utf8');
  writeFileSync(file, text.replace(`'${officialName}'`, `'${side.sdk}'`));
  copyFileSync(join(programs, 'record.mjs'), join(side.folder, 'record.mjs'));
  const api = await messagesApi(model);
  const box = sandbox(api.url);
  try {
    const env = { ...box.env, DROP_IN_CLI: realCli(side.version) };
    const stdout = await run(file, box.cwd, env, deadlineMs);
    const channels: Trace['channels'] = {};
    for (const line of stdout.split('\n').filter(Boolean)) {
      const { channel, value } = JSON.parse(line) as { channel: string; value: unknown };
      channels[channel] = [...(channels[channel] ?? []), value];
    }
    return { channels, requests: api.requests, places: [basename(dirname(box.home)), api.url] };
  } finally {
    await api.close();
    box.remove();
  }
}

/** What it wrote to stdout; it must end well and write nothing to stderr. */
function run(
  file: string,
  cwd: string,
  env: Record<string, string>,
  timeout: number,
): Promise<string> {
  const child = spawn(process.execPath, [file], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
  });
  const said = { stdout: '', stderr: '' };
  for (const pipe of ['stdout', 'stderr'] as const) {
    child[pipe].setEncoding('utf8').on('data', (text: string) => {
      said[pipe] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 && said.stderr === '') resolve(said.stdout);
      else reject(new Error(`${file} ended with ${code}: ${said.stderr}\n${said.stdout}`));
    });
  });
}
