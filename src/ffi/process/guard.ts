import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { guardScript } from './guardScript.js';

/** Ends the groups told to it when this process is gone, even by SIGKILL. */
export interface Guard {
  /** Watches over a group, and over all that carry the token; the function returned ends that. */
  watch(pgid: number, token?: string): () => void;
  /** Whether someone is there to end the groups after us. */
  isUp(): boolean;
  /** This group will be told to end, and is to have a second for it; whether anyone hears that. */
  giveTime(pgid: number): boolean;
}

/**
 * Marks all that a CLI starts. One that ends with its input can be gone before the guard looks, and
 * then nothing else shows whose its tools were.
 */
export const guardVariable = 'CLAUDE_ACTORS_GUARD';

/** The environment with a token added to those of the CLIs that we run under ourselves. */
export function markEnvironment(
  env: Readonly<Record<string, string>>,
  token: string,
): Record<string, string> {
  const outer = env[guardVariable];
  return { ...env, [guardVariable]: outer ? `${outer},${token}` : token };
}

type StartShell = (file: string, args: string[], options: SpawnOptions) => ChildProcess;

const restarts = 3;

export function createGuard(
  platform: NodeJS.Platform = process.platform,
  startShell: StartShell = spawn,
): Guard {
  const groups = new Map<number, string>();
  let shell: ChildProcess | undefined;
  let restartsLeft = restarts;

  const send = (orders: string) => {
    if (shell?.stdin?.writable) shell.stdin.write(orders);
  };

  const isUp = () => shell?.pid !== undefined && shell.stdin?.writable === true;

  const start = () => {
    try {
      shell = startShell(
        '/bin/sh',
        ['-c', guardScript, 'claude-actors-guard', platform === 'linux' ? 'proc' : 'ps'],
        {
          cwd: '/',
          detached: true,
          env: { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin`, LC_ALL: 'C' },
          stdio: ['pipe', 'ignore', 'ignore'],
        },
      );
    } catch {
      return; // Without a shell there is no guard; the CLI runs all the same.
    }
    const started = shell;
    const gone = () => {
      if (shell !== started) return;
      shell = undefined;
      if (groups.size > 0 && restartsLeft-- > 0) start();
    };
    started.once('exit', gone).once('error', gone).unref();
    started.stdin?.on('error', () => {});
    (started.stdin as Socket | null)?.unref();
    send([...groups.values()].join(''));
  };

  return {
    watch(pgid, token) {
      const order = token === undefined ? `+${pgid}\n` : `+${pgid} ${token}\n`;
      restartsLeft = restarts;
      groups.set(pgid, order);
      if (shell) send(order);
      else start();
      return () => {
        if (groups.delete(pgid)) send(`-${pgid}\n`);
      };
    },
    isUp,
    giveTime(pgid) {
      send(`~${pgid}\n`);
      return isUp();
    },
  };
}

/** For Windows, where there is no `sh`, and for those who want none. */
export const noGuard: Guard = {
  watch: () => () => {},
  isUp: () => false,
  giveTime: () => false,
};

/** The one guard of this process. */
export const processGuard: Guard = process.platform === 'win32' ? noGuard : createGuard();
