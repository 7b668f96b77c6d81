import type { ToolInput, ToolStep } from '../scenario.js';
import { bashOutcome, scriptedOutcome, type ToolOutcome } from './builtInTools.js';
import type { Cli } from './cli.js';
import { hasOwnHooks } from './configFiles.js';
import { realShell } from './disk/realShell.js';
import type { ToolBlock } from './modelAnswer.js';
import { runShell, type ShellOutcome } from './shell.js';
import type { Task } from './Tasks.js';
import { VirtualFiles } from './VirtualFiles.js';

/** Runs a command on the files in memory, or in a real shell, whose `cd` can move the session. */
export async function runBash(
  cli: Cli,
  { command }: ToolInput,
  signal: AbortSignal,
  followsDirectory = false,
): Promise<ToolOutcome> {
  const { files, env, lifetime } = cli;
  const line = String(command ?? '');
  if (files instanceof VirtualFiles) return bashOutcome(runShell(line, files));
  const ends = AbortSignal.any([signal, lifetime]);
  const outcome = await realShell(line, { cwd: files.cwd, env, signal: ends });
  return bashOutcome(followsDirectory ? await followDirectory(cli, outcome) : outcome);
}

/** Starts a command in the background. The tool returns at once. */
export function startBackgroundBash(
  cli: Cli,
  { id, step }: ToolBlock,
  input: ToolInput,
): ToolOutcome {
  const { tasks, state } = cli;
  const description = String(input.description ?? input.command ?? '');
  const task = tasks.start({
    kind: 'local_bash',
    toolUseId: id,
    description,
    isBackground: true,
    afterwards: step.afterwards ?? [{ text: 'Noted.' }],
  });
  runToEnd(cli, task, step, input).then(
    (outcome) => {
      const how = outcome.ok
        ? 'completed (exit code 0)'
        : `failed (${outcome.error.split('\n')[0]})`;
      const summary = `Background command "${description}" ${how}`;
      tasks.end(task, outcome.ok ? 'completed' : 'failed', summary);
    },
    () => {
      // The model is not told about a stopped command, but the host is told that the CLI is idle.
      if (state.current === 'idle') state.announce();
    },
  );
  const where = `Output is being written to: ${tasks.outputFile(task)}`;
  const advice =
    'You will be notified when it completes. To check interim output, use Read on that file path.';
  return {
    ok: true,
    content: `Command running in background with ID: ${task.id}. ${where}. ${advice}`,
    result: {
      stdout: '',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
      backgroundTaskId: task.id,
    },
    hasErrorField: true,
  };
}

async function runToEnd(
  cli: Cli,
  { stopping }: Task,
  step: ToolStep,
  input: ToolInput,
): Promise<ToolOutcome> {
  const outcome = scriptedOutcome(step) ?? (await runBash(cli, input, stopping.signal));
  await cli.timers.sleep(step.takes ?? outcome.takes ?? 0, stopping.signal);
  return outcome;
}

/**
 * Moves the session to the directory its shell ended up in. If that lies outside of its own
 * directories, the session returns to where it started.
 */
export async function followDirectory(cli: Cli, outcome: ShellOutcome): Promise<ShellOutcome> {
  const { files, hooks, worktree } = cli;
  const { movedTo } = outcome;
  if (movedTo === undefined) return outcome;
  const old_cwd = files.cwd;
  const isOwn = movedTo === cli.cwd || files.isInside(movedTo) || worktree.contains(movedTo);
  files.enter(isOwn ? movedTo : cli.cwd);
  // The CLI calls the host's hook only if its settings have a hook for the event as well.
  if (hasOwnHooks(cli.flags, cli.cwd, 'CwdChanged')) {
    await hooks.notify('CwdChanged', { old_cwd, new_cwd: movedTo });
  }
  if (isOwn) return outcome;
  return { ...outcome, stderr: `${outcome.stderr}\nShell cwd was reset to ${cli.cwd}` };
}
