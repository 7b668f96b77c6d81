import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { guardScript } from './guardScript.js';

/** Ends the groups told to it when this process is gone, even by SIGKILL. */
export interface Guard {
  /** Watches over a group; the function returned ends that. */
  watch(pgid: number): () => void;
  /** Whether someone is there to end the groups after us. */
  isUp(): boolean;
}

type StartShell = (file: string, args: string[], options: SpawnOptions) => ChildProcess;

const restarts = 3;

export function createGuard(
  platform: NodeJS.Platform = process.platform,
  startShell: StartShell = spawn,
): Guard {
  const groups = new Set<number>();
  let shell: ChildProcess | undefined;
  let restartsLeft = restarts;

  const send = (orders: string) => {
    if (shell?.stdin?.writable) shell.stdin.write(orders);
  };

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
    send([...groups].map((pgid) => `+${pgid}\n`).join(''));
  };

  return {
    watch(pgid) {
      restartsLeft = restarts;
      groups.add(pgid);
      if (shell) send(`+${pgid}\n`);
      else start();
      return () => {
        if (groups.delete(pgid)) send(`-${pgid}\n`);
      };
    },
    isUp: () => shell?.pid !== undefined && shell.stdin?.writable === true,
  };
}

/** For Windows, where there is no `sh`, and for those who want none. */
export const noGuard: Guard = { watch: () => () => {}, isUp: () => false };

/** The one guard of this process. */
export const processGuard: Guard = process.platform === 'win32' ? noGuard : createGuard();
