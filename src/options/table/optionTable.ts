import type { OptionName } from '../types.js';
import { modelRows } from './modelRows.js';
import type { OptionRow } from './optionRow.js';
import { outputRows } from './outputRows.js';
import { runtimeRows } from './runtimeRows.js';
import { sessionRows } from './sessionRows.js';
import { toolRows } from './toolRows.js';

/** Every option. The order of the rows is the order of the flags on the command line. */
export const optionTable: Readonly<Record<OptionName, OptionRow>> = {
  ...modelRows,
  ...toolRows,
  ...sessionRows,
  ...outputRows,
  ...runtimeRows,
};

export const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** The key that sets an option in a config file; undefined if a config file may not set it. */
export function configKey(name: OptionName): string | undefined {
  const { type, inConfigFile } = optionTable[name];
  const isData = !type.includes('function') && !type.includes('object');
  return isData && inConfigFile !== false ? name : undefined;
}

/** The CLI flags that an option controls, without dashes. */
export function flagNames(name: OptionName): string[] {
  return (optionTable[name].flags ?? []).flatMap((flag) =>
    'flag' in flag ? [flag.flag] : (flag.names ?? []),
  );
}
