import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { guardRestarts } from '../../defaults.js';
import { guardRunners, type HelperRunner } from './guardRunners.js';

/** A helper process that cleans up after this process is gone, even by SIGKILL. */
export interface Guard {
  /**
   * Watches over a CLI that is about to be started with this token in its environment. The guard
   * knows of it when this returns. `onUnavailable` is called if there can be no guard, but only for
   * one of all CLIs.
   */
  announce(token: string, onUnavailable?: (reason: string) => void): Watch;
  /** Deletes a folder after the CLIs are gone. Returns a function that takes this back. */
  removeFolder(path: string): () => void;
  /**
   * A time by which everything with this token in its environment must be gone, even if this process is
   * frozen. Renew it in time, or the guard kills it.
   */
  deadline(token: string): Deadline;
  /** Whether the helper process is running. */
  isRunning(): boolean;
}

/** The guard's watch over one CLI. */
export interface Watch {
  /** The CLI was started, and leads this process group. */
  started(pgid: number): void;
  /**
   * Announces that we send the group SIGTERM ourselves, so that the guard waits a second before it
   * kills. Returns whether the guard is running.
   */
  allowGracePeriod(): boolean;
  /** Ends the watch. */
  end(): void;
}

/** A deadline that the guard holds. */
export interface Deadline {
  /** Sets or renews it. */
  set(milliseconds: number): void;
  /** Takes it back. */
  end(): void;
}

type StartProgram = (file: string, args: string[], options: SpawnOptions) => ChildProcess;

export function createGuard(
  platform: NodeJS.Platform = process.platform,
  startProgram: StartProgram = spawn,
  runners: readonly HelperRunner[] = guardRunners(platform),
): Guard {
  /** What a new guard has to be told. */
  const orders = new Map<string, string | (() => string)>();
  /** By token: several CLIs may share one function. */
  const listeners = new Map<string, (reason: string) => void>();
  const untried = [...runners];
  let guard: ChildProcess | undefined;
  let restartsLeft = guardRestarts;
  /** Why each program does not run it. */
  const problems = new Map<string, string>();
  let isReported = false;

  const isRunning = () => guard?.pid !== undefined && guard.stdin?.writable === true;

  // The pipe has room, so Node writes at once: if we die a moment later, the guard still reads it.
  const send = (commands: string) => {
    if (guard?.stdin?.writable) guard.stdin.write(commands);
  };

  const tell = (key: string, commands: string, known: string | (() => string) = commands) => {
    orders.set(key, known);
    if (guard) send(commands);
    else start();
  };

  const reportUnavailable = () => {
    const [listener] = listeners.values();
    if (isReported || !listener) return;
    isReported = true;
    listener([...problems.values()].join('; ') || 'there is no program to run it with');
  };

  const run = ({ file, args, env }: HelperRunner): ChildProcess | undefined => {
    try {
      const child = startProgram(file, [...args], {
        cwd: '/',
        detached: true,
        env: { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin`, LC_ALL: 'C', ...env },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.on('error', () => {});
      // Without a pid it was not started: there is no such file, for example.
      if (child.pid !== undefined) return child;
      problems.set(file, `${file} cannot be started`);
    } catch (cause) {
      problems.set(file, `${file} cannot be started (${String(cause)})`);
    }
    return undefined;
  };

  const onExit = (gone: ChildProcess) => {
    if (guard !== gone) return;
    guard = undefined;
    if (orders.size === 0) return;
    const how = gone.signalCode ?? `code ${gone.exitCode}`;
    problems.set(gone.spawnfile, `${gone.spawnfile} exited with ${how}`);
    if (restartsLeft-- <= 0) {
      untried.shift();
      restartsLeft = guardRestarts;
    }
    start();
  };

  /** Starts the first program that can be started. */
  const start = () => {
    for (; untried[0]; untried.shift()) {
      const child = run(untried[0]);
      if (!child) continue;
      guard = child;
      child.once('exit', () => onExit(child)).unref();
      child.stdin?.on('error', () => {});
      // In Bun, a pipe to a child has no `unref` and does not keep the program alive.
      (child.stdin as Partial<Socket> | null)?.unref?.();
      send(
        [...orders.values()].map((order) => (typeof order === 'string' ? order : order())).join(''),
      );
      return;
    }
    reportUnavailable();
  };

  return {
    announce(token, onUnavailable) {
      const announcement = `announce ${token}\n`;
      let group: number | undefined;
      restartsLeft = guardRestarts;
      // What failed for an earlier CLI, for want of processes for example, may work now.
      if (untried.length === 0) untried.push(...runners);
      if (onUnavailable) listeners.set(token, onUnavailable);
      tell(token, announcement);
      return {
        started(pgid) {
          group = pgid;
          const command = `group ${pgid} ${token}\n`;
          tell(token, command, announcement + command);
        },
        allowGracePeriod() {
          if (group !== undefined) send(`grace ${group}\n`);
          return isRunning();
        },
        end() {
          listeners.delete(token);
          if (orders.delete(token)) send(`forget ${token} ${group ?? 0}\n`);
        },
      };
    },
    removeFolder(path) {
      // A line is a command: what follows a newline would be another one.
      if (/[\r\n]/.test(path)) return () => {};
      tell(path, `folder ${path}\n`);
      return () => {
        if (orders.delete(path)) send(`keep ${path}\n`);
      };
    },
    deadline(token) {
      const key = `deadline ${token}`;
      return {
        set(milliseconds) {
          const dueAt = performance.now() + milliseconds;
          const command = () => {
            const left = Math.max(0, dueAt - performance.now());
            return `${key} ${(left / 1000).toFixed(3)}\n`;
          };
          tell(key, command(), command);
        },
        end() {
          if (orders.delete(key)) send(`${key} never\n`);
        },
      };
    },
    isRunning,
  };
}

/** Does nothing. For Windows, and for users who turn the guard off. */
export const noGuard: Guard = {
  announce: () => ({ started() {}, allowGracePeriod: () => false, end() {} }),
  removeFolder: () => () => {},
  deadline: () => ({ set() {}, end() {} }),
  isRunning: () => false,
};

/** The guard of this process. */
export const processGuard: Guard = process.platform === 'win32' ? noGuard : createGuard();
