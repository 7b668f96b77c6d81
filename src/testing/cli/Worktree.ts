import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ToolInput } from '../scenario.js';
import type { ToolOutcome } from './builtInTools.js';
import type { Cli } from './cli.js';

const noHook =
  'Cannot create a worktree: the simulated CLI creates none itself. Add a WorktreeCreate hook that returns the path of one.';
const already =
  'Already in a worktree session. Pass `path` to switch into another existing worktree, or use ExitWorktree to leave this one before creating a new worktree.';
const notInOne =
  'No-op: there is no active EnterWorktree session to exit. This tool only operates on worktrees created by EnterWorktree in the current session — it will not touch worktrees created manually or in a previous session. No filesystem changes were made.';

/** The worktree that the session is in, between `EnterWorktree` and `ExitWorktree`. */
export class Worktree {
  readonly #cli: Cli;
  #entered: { path: string; from: string } | undefined;

  constructor(cli: Cli) {
    this.#cli = cli;
  }

  /** Runs the tool; undefined if it is not about worktrees. */
  run(tool: string, input: ToolInput): Promise<ToolOutcome> | undefined {
    if (tool === 'EnterWorktree') return this.#enter(input);
    return tool === 'ExitWorktree' ? this.#exit(input) : undefined;
  }

  contains(path: string): boolean {
    const { path: own } = this.#entered ?? {};
    return own !== undefined && (path === own || path.startsWith(`${own}/`));
  }

  async #enter({ name }: ToolInput): Promise<ToolOutcome> {
    const { hooks, files, cwd, scenario, traits } = this.#cli;
    if (this.#entered) return { ok: false, error: already };
    const verdict = await hooks.notify('WorktreeCreate', { cwd, name });
    const path = verdict?.specific.worktreePath;
    if (typeof path !== 'string') return { ok: false, error: noHook };
    const checkout = traits.recent && scenario.tools === 'real' ? gitRootOf(path) : path;
    if (checkout !== path) return { ok: false, error: notAWorktree(path, checkout) };
    this.#entered = { path, from: files.cwd };
    files.enter(path);
    const message = `Created worktree at ${this.#quoted(path)}. The session is now working in the worktree. Use ExitWorktree to leave mid-session, or exit the session to be prompted.`;
    return { ok: true, content: message, result: { worktreePath: path, message } };
  }

  async #exit({ action }: ToolInput): Promise<ToolOutcome> {
    const { hooks, files, traits } = this.#cli;
    if (!this.#entered) return { ok: false, error: notInOne };
    const { path, from } = this.#entered;
    const removes = action === 'remove';
    if (removes) await hooks.notify('WorktreeRemove', { worktree_path: path });
    this.#entered = undefined;
    files.enter(from);
    const what = removes
      ? `Exited and removed worktree at ${this.#quoted(path)}.`
      : `Exited worktree. Your work is preserved at ${this.#quoted(path)}.`;
    const message = `${what} Session is now back in ${this.#quoted(from)}.`;
    const result = {
      action,
      originalCwd: from,
      worktreePath: path,
      ...(removes && { discardedFiles: 0, discardedCommits: 0 }),
      ...(traits.recent && { restoredCwd: from, originalCwdMissing: false }),
      message,
    };
    return { ok: true, content: message, result };
  }

  #quoted(path: string): string {
    return this.#cli.traits.recent ? `“${path}”` : path;
  }
}

function notAWorktree(path: string, checkout: string): string {
  return `Refusing to use ${path} as an isolation worktree: git resolves its working tree to ${checkout} (a core.worktree redirect, or a checkout discovered above it), so commands run there would write outside the worktree. Remove the redirect, restore the worktree's own .git, or recreate the worktree, then retry.`;
}

/** The closest folder above a path that has a `.git`; the path itself if there is none. */
export function gitRootOf(path: string): string {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return path;
  }
}
