import { existsSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import type { Cli } from './cli.js';
import { projectSettings } from './configFiles.js';

/** Calls SessionStart hooks, and watches the files that they ask to watch. */
export async function notifySessionStart(cli: Cli, source: 'clear' | 'compact'): Promise<void> {
  const { hooks, settings, lifetime } = cli;
  const model = source === 'compact' && { model: settings.model };
  const verdict = await hooks.notify('SessionStart', { source, ...model });
  const paths = (verdict?.specific.watchPaths ?? []) as string[];
  for (const file_path of paths) {
    watchPath(
      file_path,
      lifetime,
      (event) => void hooks.notify('FileChanged', { file_path, event }),
    );
  }
}

/** Calls ConfigChange hooks when the project's settings change. */
export function watchSettings({ hooks, flags, cwd, lifetime }: Cli): void {
  const file_path = projectSettings(flags, cwd);
  if (file_path === undefined || !hooks.has('ConfigChange')) return;
  const notify = () => hooks.notify('ConfigChange', { source: 'project_settings', file_path });
  watchPath(file_path, lifetime, () => void notify());
}

/** Loads the project's instructions again after the conversation was compacted. */
export async function reloadInstructions(cli: Cli): Promise<void> {
  if (!cli.mustReloadInstructions) return;
  cli.mustReloadInstructions = false;
  const file_path = join(cli.cwd, 'CLAUDE.md');
  if (!cli.flags.settingSources.includes('project') || !existsSync(file_path)) return;
  const fields = { file_path, memory_type: 'Project', load_reason: 'compact' };
  await cli.hooks.notify('InstructionsLoaded', fields);
}

const interval = 100;

/** Polls a file, and reports when it is created, changed or deleted. */
export function watchPath(
  path: string,
  signal: AbortSignal,
  onChange: (event: 'add' | 'change' | 'unlink') => void,
): void {
  if (signal.aborted) return;
  watchFile(path, { interval, persistent: false }, (now, before) => {
    if (now.mtimeMs === before.mtimeMs) return;
    if (before.mtimeMs === 0) onChange('add');
    else onChange(now.mtimeMs === 0 ? 'unlink' : 'change');
  });
  signal.addEventListener('abort', () => unwatchFile(path), { once: true });
}
