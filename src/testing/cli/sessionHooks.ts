import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Cli } from './Cli.js';
import { watchPath } from './disk/watchPath.js';
import { projectSettings } from './settingsFiles.js';

/** A session begins anew; its hooks may want to hear of changes to files. */
export async function sessionStarts(cli: Cli, source: 'clear' | 'compact'): Promise<void> {
  const { hooks, settings, life } = cli;
  const model = source === 'compact' && { model: settings.model };
  const verdict = await hooks.tell('SessionStart', { source, ...model });
  const paths = (verdict?.specific.watchPaths ?? []) as string[];
  for (const file_path of paths) {
    watchPath(file_path, life, (event) => void hooks.tell('FileChanged', { file_path, event }));
  }
}

/** Tells the hooks when the project's settings change. */
export function watchSettings({ hooks, flags, cwd, life }: Cli): void {
  const file_path = projectSettings(flags, cwd);
  if (file_path === undefined || !hooks.has('ConfigChange')) return;
  const tell = () => hooks.tell('ConfigChange', { source: 'project_settings', file_path });
  watchPath(file_path, life, () => void tell());
}

/** The instructions of the project are read again after a conversation was compacted. */
export async function instructionsLoaded(cli: Cli): Promise<void> {
  if (!cli.isToldAgain) return;
  cli.isToldAgain = false;
  const file_path = join(cli.cwd, 'CLAUDE.md');
  if (!cli.flags.settingSources.includes('project') || !existsSync(file_path)) return;
  const fields = { file_path, memory_type: 'Project', load_reason: 'compact' };
  await cli.hooks.tell('InstructionsLoaded', fields);
}
