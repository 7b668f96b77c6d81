import type { OptionRow } from '../src/options/optionRow.js';
import type { OptionName } from '../src/options/types.js';

export interface DocumentedTable {
  optionTable: Readonly<Record<OptionName, OptionRow>>;
  configKey(name: OptionName): string | undefined;
  flagNames(name: OptionName): string[];
}

/** The text of docs/options.md; `declarations` is the source in which `Options` is declared. */
export function optionDocs(table: DocumentedTable, declarations: string): string;
