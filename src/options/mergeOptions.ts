import { isRecord } from './checkValue.js';
import { optionNames, optionTable } from './table.js';
import type { OptionName, Options } from './types.js';

export type OptionSource = 'configFile' | 'environment' | 'argument';

/** What one source says. */
export interface Layer {
  source: OptionSource;
  options: Options;
}

export interface MergedOptions {
  options: Options;
  /** For each option that is set, the weightiest source of it. */
  sources: Partial<Record<OptionName, OptionSource>>;
}

type Data = Readonly<Record<string, unknown>>;

/** Joins what several sources say, from the one of least weight to the one of most. */
export function mergeOptions(layers: readonly Layer[]): MergedOptions {
  const joined = layers.map(({ source, options }) => ({ source, options: withoutAlias(options) }));
  const sources: MergedOptions['sources'] = {};
  const set: [OptionName, unknown][] = [];
  for (const name of optionNames) {
    const saying = joined.filter(({ options }) => options[name] !== undefined);
    const last = saying.at(-1);
    if (!last) continue;
    sources[name] = last.source;
    set.push([
      name,
      saying.map(({ options }): unknown => options[name]).reduce(mergers[ruleOf(name)]),
    ]);
  }
  return { options: Object.fromEntries(set), sources };
}

/** Both names of the directories are one list, so that the order of the sources is kept. */
function withoutAlias({ addDirs, ...options }: Options): Options {
  if (addDirs === undefined) return options;
  return {
    ...options,
    additionalDirectories: [...(options.additionalDirectories ?? []), ...addDirs],
  };
}

function ruleOf(name: OptionName): keyof typeof mergers {
  // In `env` an undefined is no absent value: it removes a variable.
  return name === 'env' ? 'overlay' : (optionTable[name].merge ?? 'replace');
}

const mergers = {
  replace: (_low: unknown, high: unknown) => high,
  deep: (low: unknown, high: unknown): unknown =>
    isRecord(low) && isRecord(high) ? mergeDeep(low, high) : high,
  overlay: (low: unknown, high: unknown) => ({ ...(low as Data), ...(high as Data) }),
  append: (low: unknown, high: unknown): unknown =>
    Array.isArray(low) && Array.isArray(high)
      ? [...low, ...high]
      : appendEntries(low as Data, high as Data),
};

/** Built from entries, so that a key `__proto__` from a file is a key and nothing else. */
function mergeDeep(low: Data, high: Data): Data {
  const merged = new Map(Object.entries(low));
  for (const [key, value] of Object.entries(high)) {
    if (value !== undefined) merged.set(key, mergers.deep(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** A key that both have moves to the place, and has the value, of the higher one. */
function appendEntries(low: Data, high: Data): Data {
  const kept = Object.entries(low).filter(([key]) => !Object.hasOwn(high, key));
  return Object.fromEntries([...kept, ...Object.entries(high)]);
}
