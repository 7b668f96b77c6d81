import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { systemToolLimits } from '../../defaults.js';

const kibPerMib = 1024;

/** How much memory a process uses, in MiB; undefined if it is gone or cannot be asked. */
export async function residentMb(pid: number): Promise<number | undefined> {
  if (process.platform === 'win32') return undefined;
  const kib = process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  return kib === undefined ? undefined : kib / kibPerMib;
}

async function fromProc(pid: number): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return numberIn(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]);
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): Promise<number | undefined> {
  return new Promise((settle) => {
    const { psTimeoutMs: timeout } = systemToolLimits;
    execFile('ps', ['-o', 'rss=', '-p', `${pid}`], { timeout }, (error, stdout) =>
      settle(error ? undefined : numberIn(stdout.trim())),
    );
  });
}

function numberIn(text: string | undefined): number | undefined {
  const number = Number(text);
  return text && Number.isFinite(number) ? number : undefined;
}
