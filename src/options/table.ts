import type { OptionRow } from './optionRow.js';
import { modelRows } from './rows/modelRows.js';
import { outputRows } from './rows/outputRows.js';
import { runtimeRows } from './rows/runtimeRows.js';
import { sessionRows } from './rows/sessionRows.js';
import { toolRows } from './rows/toolRows.js';
import type { OptionName } from './types.js';

/** Every option there is. The order of rows is the order of flags on the command line. */
export const optionTable: Readonly<Record<OptionName, OptionRow>> = {
  ...modelRows,
  ...toolRows,
  ...sessionRows,
  ...outputRows,
  ...runtimeRows,
};

export const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** The key by which a config file sets an option; undefined where none can. */
export function configKey(name: OptionName): string | undefined {
  const { type, inConfigFile } = optionTable[name];
  const isData = !type.includes('function') && !type.includes('object');
  return isData && inConfigFile !== false ? name : undefined;
}

/** The flags of the CLI that an option stands for, without dashes. */
export function flagNames(name: OptionName): string[] {
  return (optionTable[name].flags ?? []).flatMap((flag) =>
    'flag' in flag ? [flag.flag] : (flag.names ?? []),
  );
}
