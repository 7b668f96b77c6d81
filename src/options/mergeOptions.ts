import { isRecord } from '../util/typeGuards.js';
import { optionNames, optionTable } from './table/optionTable.js';
import type { OptionName, Options } from './types.js';

export type OptionSource = 'configFile' | 'environment' | 'argument';

/** The options that one source sets. */
export interface OptionLayer {
  source: OptionSource;
  options: Options;
}

export interface MergedOptions {
  options: Options;
  /** Where each option comes from: the source with the highest precedence that sets it. */
  sources: Partial<Record<OptionName, OptionSource>>;
}

type Data = Readonly<Record<string, unknown>>;

/** Merges the layers, given from the lowest to the highest precedence. */
export function mergeOptions(layers: readonly OptionLayer[]): MergedOptions {
  const unaliased = layers.map(({ source, options }) => ({
    source,
    options: withoutAlias(options),
  }));
  const sources: MergedOptions['sources'] = {};
  const merged: [OptionName, unknown][] = [];
  for (const name of optionNames) {
    const setting = unaliased.filter(({ options }) => options[name] !== undefined);
    const last = setting.at(-1);
    if (!last) continue;
    sources[name] = last.source;
    merged.push([
      name,
      setting.map(({ options }): unknown => options[name]).reduce(mergers[ruleOf(name)]),
    ]);
  }
  return { options: Object.fromEntries(merged), sources };
}

/** Joins `addDirs` with `additionalDirectories` per layer, so that the layers keep their order. */
function withoutAlias({ addDirs, ...options }: Options): Options {
  if (addDirs === undefined) return options;
  return {
    ...options,
    additionalDirectories: [...(options.additionalDirectories ?? []), ...addDirs],
  };
}

function ruleOf(name: OptionName): keyof typeof mergers {
  // In `env`, undefined is a value: it removes a variable.
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

/** Built from entries, so that `__proto__` in a config file is an ordinary key. */
function mergeDeep(low: Data, high: Data): Data {
  const merged = new Map(Object.entries(low));
  for (const [key, value] of Object.entries(high)) {
    if (value !== undefined) merged.set(key, mergers.deep(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** A key that both have takes the value and the position of the higher layer. */
function appendEntries(low: Data, high: Data): Data {
  const kept = Object.entries(low).filter(([key]) => !Object.hasOwn(high, key));
  return Object.fromEntries([...kept, ...Object.entries(high)]);
}
