import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { guardRestarts } from '../../defaults.js';
import { guardScript } from './guardScript.js';

/** A helper process that kills process groups after this process is gone, even by SIGKILL. */
export interface Guard {
  /**
   * Watches a process group, and every process that has the token in its environment. Returns a
   * function that stops watching.
   */
  watch(pgid: number, token?: string): () => void;
  /** Whether the helper process is running. */
  isRunning(): boolean;
  /**
   * Announces that we send this group SIGTERM ourselves, so that the guard waits a second before it
   * kills. Returns whether the guard is running.
   */
  allowGracePeriod(pgid: number): boolean;
}

/**
 * Identifies everything a CLI has started. A CLI that exits on EOF can be gone before the guard
 * looks, and then nothing else shows which processes were its tools.
 */
export const guardVariable = 'CLAUDE_ACTORS_GUARD';

/** Adds a token to the environment. Keeps the tokens of the CLIs that we run inside of ourselves. */
export function addGuardToken(
  env: Readonly<Record<string, string>>,
  token: string,
): Record<string, string> {
  const outer = env[guardVariable];
  return { ...env, [guardVariable]: outer ? `${outer},${token}` : token };
}

type StartShell = (file: string, args: string[], options: SpawnOptions) => ChildProcess;

export function createGuard(
  platform: NodeJS.Platform = process.platform,
  startShell: StartShell = spawn,
): Guard {
  const groups = new Map<number, string>();
  let shell: ChildProcess | undefined;
  let restartsLeft = guardRestarts;

  const send = (commands: string) => {
    if (shell?.stdin?.writable) shell.stdin.write(commands);
  };

  const isRunning = () => shell?.pid !== undefined && shell.stdin?.writable === true;

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
      return; // Without a shell there is no guard. The CLI still runs.
    }
    const started = shell;
    const onExit = () => {
      if (shell !== started) return;
      shell = undefined;
      if (groups.size > 0 && restartsLeft-- > 0) start();
    };
    started.once('exit', onExit).once('error', onExit).unref();
    started.stdin?.on('error', () => {});
    (started.stdin as Socket | null)?.unref();
    send([...groups.values()].join(''));
  };

  return {
    watch(pgid, token) {
      const command = token === undefined ? `+${pgid}\n` : `+${pgid} ${token}\n`;
      restartsLeft = guardRestarts;
      groups.set(pgid, command);
      if (shell) send(command);
      else start();
      return () => {
        if (groups.delete(pgid)) send(`-${pgid}\n`);
      };
    },
    isRunning,
    allowGracePeriod(pgid) {
      send(`~${pgid}\n`);
      return isRunning();
    },
  };
}

/** Does nothing. For Windows, which has no `sh`, and for users who turn the guard off. */
export const noGuard: Guard = {
  watch: () => () => {},
  isRunning: () => false,
  allowGracePeriod: () => false,
};

/** The guard of this process. */
export const processGuard: Guard = process.platform === 'win32' ? noGuard : createGuard();
