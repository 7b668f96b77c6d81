import { isRecord } from './checkValue.js';
import { invalidOption } from './invalidOption.js';
import type { SandboxSettings, Settings } from './settingsTypes.js';

type Data = Record<string, unknown>;

/** Restrictions of both sides hold. */
const combined = new Set([
  'filesystem.denyRead',
  'filesystem.denyWrite',
  'network.deniedDomains',
  'credentials.files',
  'credentials.envVars',
]);
/** Halves of two of these make no whole. */
const replaced = new Set(['ripgrep', 'network.tlsTerminate']);

const groups = ['filesystem', 'network', 'credentials'] as const;

/** Throws for a restriction that could not be read, and would be lost. */
export function checkSandbox(sandbox: SandboxSettings): void {
  const given: Data = { ...sandbox };
  for (const group of groups) {
    if (given[group] !== undefined && !isRecord(given[group])) {
      throw invalidOption(
        'sandbox',
        `must have an object under ${group}. Pass one, or leave it out.`,
      );
    }
  }
  for (const path of combined) {
    const [group = '', name = ''] = path.split('.');
    const list = (given[group] as Data | undefined)?.[name];
    if (list === undefined) continue;
    const [element, accepts] =
      group === 'credentials' ? ['objects', isRecord] : ['strings', isText];
    if (!Array.isArray(list) || !list.every(accepts)) {
      throw invalidOption('sandbox', `must have a list of ${element} under ${path}. Pass one.`);
    }
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Puts the sandbox option into the settings, where what the option says has more weight. */
export function withSandbox(
  settings: string | Settings | undefined,
  sandbox: SandboxSettings,
): Settings {
  const base = inlineSettings(settings);
  const before = isRecord(base.sandbox) ? base.sandbox : {};
  const after = merge(withoutBypasses(before, sandbox), sandbox, '');
  // A sandbox that was asked for here and cannot be set up is an error, not a run without one.
  if (sandbox.enabled === true) after.failIfUnavailable ??= true;
  return { ...base, sandbox: after };
}

function inlineSettings(settings: string | Settings | undefined): Settings {
  if (typeof settings !== 'string') return settings ?? {};
  const text = settings.trim();
  if (text === '') return {};
  if (!text.startsWith('{')) {
    throw invalidOption(
      'sandbox',
      'cannot be joined with a settings file. Write the sandbox into that file, or pass settings as an object.',
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidOption('settings', 'is no valid JSON. Correct it, or pass an object.', cause);
  }
}

/** Drops from the settings what would switch off or go around the option's restrictions. */
function withoutBypasses(
  before: Data,
  { filesystem, network, credentials }: SandboxSettings,
): Data {
  const after = { ...before };
  const deniesFile = credentials?.files?.some(({ mode }) => mode === 'deny');
  if ((filesystem || deniesFile) && isRecord(after.filesystem)) {
    const { disabled, ...rest } = after.filesystem;
    after.filesystem = disabled === true ? rest : after.filesystem;
  }
  const filtersHosts =
    network?.allowedDomains || network?.deniedDomains?.length || network?.strictAllowlist;
  if (filtersHosts && isRecord(after.network)) {
    // The CLI does not check what goes through a proxy of one's own against the lists.
    const { httpProxyPort: _http, socksProxyPort: _socks, ...rest } = after.network;
    after.network = rest;
  }
  return after;
}

function merge(before: Data, after: Data, path: string): Data {
  const result = { ...before };
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    const old = result[key];
    const here = path + key;
    if (isRecord(old) && isRecord(value) && !replaced.has(here)) {
      result[key] = merge(old, value, `${here}.`);
    } else if (Array.isArray(old) && Array.isArray(value) && combined.has(here)) {
      result[key] = unique([...old, ...value]);
    } else {
      result[key] = value;
    }
  }
  return result;
}

function unique(elements: readonly unknown[]): unknown[] {
  return [...new Map(elements.map((element) => [JSON.stringify(element), element])).values()];
}
