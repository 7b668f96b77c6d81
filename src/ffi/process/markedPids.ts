import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The pids of those that have this token in their environment, as far as it can be read. */
export function markedPids(
  token: string,
  platform: NodeJS.Platform = process.platform,
): ReadonlySet<number> {
  if (platform === 'win32') return new Set();
  return new Set(platform === 'linux' ? fromProc(token) : fromPs(token));
}

function fromProc(token: string): number[] {
  try {
    return readdirSync('/proc').filter(hasToken).map(Number);
  } catch {
    return [];
  }

  function hasToken(name: string): boolean {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').includes(token);
    } catch {
      return false; // It has ended, or is another user's.
    }
  }
}

function fromPs(token: string): number[] {
  // -E on macOS, -e on the BSDs.
  for (const flags of ['-axwwE', '-axwwe']) {
    const { status, stdout } = spawnSync('ps', [flags, '-o', 'pid=', '-o', 'command='], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
      timeout: 2_000,
    });
    if (status === 0) return parseMarked(stdout, token);
  }
  return [];
}

/** The lines of `ps` with the token in them, by their pids. */
export function parseMarked(text: string, token: string): number[] {
  return text
    .split('\n')
    .filter((line) => line.includes(token))
    .map((line) => Number.parseInt(line, 10));
}
