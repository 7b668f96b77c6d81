import { isRecord, isString } from '../util/typeGuards.js';
import { inlineSettings } from './inlineSettings.js';
import { invalidOption } from './invalidOption.js';
import type { SandboxSettings, Settings } from './settingsTypes.js';

type Data = Record<string, unknown>;

/** Lists of restrictions: those of the settings and of the option all apply. */
const combinedLists = new Set([
  'filesystem.denyRead',
  'filesystem.denyWrite',
  'network.deniedDomains',
  'credentials.files',
  'credentials.envVars',
]);
/** Objects that only make sense as a whole, so they are replaced and not merged. */
const replacedObjects = new Set(['ripgrep', 'network.tlsTerminate']);

const groups = ['filesystem', 'network', 'credentials'] as const;

/** Throws `InvalidOption` for a restriction that is malformed, and would be lost. */
export function checkSandbox(sandbox: SandboxSettings): void {
  const given: Data = { ...sandbox };
  for (const group of groups) {
    if (given[group] !== undefined && !isRecord(given[group])) {
      throw invalidOption(
        'sandbox',
        `must have an object under \`${group}\`. Pass one, or remove it.`,
      );
    }
  }
  for (const path of combinedLists) {
    const [group = '', name = ''] = path.split('.');
    const list = (given[group] as Data | undefined)?.[name];
    if (list === undefined) continue;
    const [element, accepts] =
      group === 'credentials' ? ['objects', isRecord] : ['strings', isString];
    if (!Array.isArray(list) || !list.every(accepts)) {
      throw invalidOption(
        'sandbox',
        `must have an array of ${element} under \`${path}\`. Pass one.`,
      );
    }
  }
}

/** Merges the `sandbox` option into the settings. The option takes precedence. */
export function withSandbox(
  settings: string | Settings | undefined,
  sandbox: SandboxSettings,
): Settings {
  const base = inlineSettings(settings);
  if (!base) {
    throw invalidOption(
      'sandbox',
      'cannot be merged with a settings file. Write the sandbox into that file, or pass `settings` as an object.',
    );
  }
  const before = isRecord(base.sandbox) ? base.sandbox : {};
  const after = merge(withoutBypasses(before, sandbox), sandbox, '');
  // If the program asks for a sandbox, a run without one must fail.
  if (sandbox.enabled === true) after.failIfUnavailable ??= true;
  return { ...base, sandbox: after };
}

/** Drops settings that would switch off or circumvent the option's restrictions. */
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
    // The CLI does not apply the lists to traffic through a custom proxy.
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
    if (isRecord(old) && isRecord(value) && !replacedObjects.has(here)) {
      result[key] = merge(old, value, `${here}.`);
    } else if (Array.isArray(old) && Array.isArray(value) && combinedLists.has(here)) {
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
