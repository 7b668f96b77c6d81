import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './Cli.js';
import type { Flags } from './readArgv.js';

/** The project's settings, where they count. */
export function projectSettings({ settingSources }: Flags, cwd: string): string | undefined {
  return settingSources.includes('project') ? join(cwd, '.claude', 'settings.json') : undefined;
}

/** The permission rules of all settings that count; files only where the disk is real. */
export function rulesIn(
  flags: Flags,
  cwd: string,
  hasDisk: boolean,
): Pick<Settings, 'allow' | 'deny'> {
  const { settings = '' } = flags;
  const isInline = settings.trimStart().startsWith('{');
  const project = hasDisk ? projectSettings(flags, cwd) : undefined;
  const texts = [
    isInline ? settings : hasDisk && settings !== '' ? textIn(settings) : '',
    project === undefined ? '' : textIn(project),
  ];
  const rules = texts.map(permissionsIn);
  return {
    allow: rules.flatMap(({ allow = [] }) => allow),
    deny: rules.flatMap(({ deny = [] }) => deny),
  };
}

function permissionsIn(text: string): Partial<Pick<Settings, 'allow' | 'deny'>> {
  try {
    const { permissions } = JSON.parse(text) as { permissions?: object };
    return permissions ?? {};
  } catch {
    return {};
  }
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
