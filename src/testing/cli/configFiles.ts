import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { LiveSettings } from './cli.js';
import type { CliFlags } from './readArgv.js';

/** What determines where the CLI keeps its files. */
export interface Location {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
}

export function configDirectory({ env, cwd }: Location): string {
  return env.CLAUDE_CONFIG_DIR ?? posix.join(env.HOME ?? cwd, '.claude');
}

/** Where the CLI keeps what belongs to a project. */
export function projectDirectory(place: Location): string {
  return `${configDirectory(place)}/projects/${place.cwd.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
}

/** The path of the project's settings, if they apply. */
export function projectSettings({ settingSources }: CliFlags, cwd: string): string | undefined {
  return settingSources.includes('project') ? join(cwd, '.claude', 'settings.json') : undefined;
}

/** The permission rules of all settings that apply. Files are read only if `hasDisk`. */
export function rulesIn(
  flags: CliFlags,
  cwd: string,
  hasDisk: boolean,
): Pick<LiveSettings, 'allow' | 'deny'> {
  const rules = allSettings(flags, cwd, hasDisk).map(({ permissions }) => permissions ?? {});
  return {
    allow: rules.flatMap(({ allow = [] }) => allow),
    deny: rules.flatMap(({ deny = [] }) => deny),
  };
}

/** Whether the settings define hooks for an event. The simulation does not run these. */
export function hasOwnHooks(flags: CliFlags, cwd: string, event: string): boolean {
  return allSettings(flags, cwd, true).some(({ hooks }) => hooks?.[event] !== undefined);
}

interface SettingsFile {
  permissions?: Partial<Pick<LiveSettings, 'allow' | 'deny'>>;
  hooks?: Record<string, unknown>;
}

function allSettings(flags: CliFlags, cwd: string, hasDisk: boolean): SettingsFile[] {
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
