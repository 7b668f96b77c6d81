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
  const rules = allSettings(flags, cwd, hasDisk).map(({ permissions }) => permissions ?? {});
  return {
    allow: rules.flatMap(({ allow = [] }) => allow),
    deny: rules.flatMap(({ deny = [] }) => deny),
  };
}

/** Whether the settings name hooks of their own for an event. They are not run. */
export function hasOwnHooks(flags: Flags, cwd: string, event: string): boolean {
  return allSettings(flags, cwd, true).some(({ hooks }) => hooks?.[event] !== undefined);
}

interface SettingsFile {
  permissions?: Partial<Pick<Settings, 'allow' | 'deny'>>;
  hooks?: Record<string, unknown>;
}

function allSettings(flags: Flags, cwd: string, hasDisk: boolean): SettingsFile[] {
  const { settings = '' } = flags;
  const isInline = settings.trimStart().startsWith('{');
  const project = hasDisk ? projectSettings(flags, cwd) : undefined;
  const texts = [
    isInline ? settings : hasDisk && settings !== '' ? textIn(settings) : '',
    project === undefined ? '' : textIn(project),
  ];
  return texts.map(settingsIn);
}

function settingsIn(text: string): SettingsFile {
  try {
    return JSON.parse(text) as SettingsFile;
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
