import type { Cli } from './Cli.js';
import { hasOwnHooks } from './settingsFiles.js';
import type { ShellOutcome } from './shell.js';

/** The session goes where its shell went; from a place that is not its own, to where it began. */
export async function followShell(cli: Cli, outcome: ShellOutcome): Promise<ShellOutcome> {
  const { files, hooks, worktree } = cli;
  const { movedTo } = outcome;
  if (movedTo === undefined) return outcome;
  const old_cwd = files.cwd;
  const isOwn = movedTo === cli.cwd || files.isInside(movedTo) || worktree.holds(movedTo);
  files.enter(isOwn ? movedTo : cli.cwd);
  // The CLI tells its host only if there is a hook in its settings as well.
  if (hasOwnHooks(cli.flags, cli.cwd, 'CwdChanged')) {
    await hooks.tell('CwdChanged', { old_cwd, new_cwd: movedTo });
  }
  if (isOwn) return outcome;
  return { ...outcome, stderr: `${outcome.stderr}\nShell cwd was reset to ${cli.cwd}` };
}
