import type { OptionRow } from '../src/options/table/optionRow.js';
import type { OptionName } from '../src/options/types.js';

export interface DocumentedTable {
  optionTable: Readonly<Record<OptionName, OptionRow>>;
  configKey(name: OptionName): string | undefined;
  flagNames(name: OptionName): string[];
}

/** What the declaration of an option says: its type, and its JSDoc. */
export interface DeclaredOption {
  type: string;
  /** The first paragraph, in one line. */
  description?: string;
  /** The text of the `@default` tag. */
  default?: string;
}

/** The files, below src/options, that declare the five interfaces of `Options`. */
export const declarationFiles: readonly string[];

/** The options that these sources declare, in order. */
export function declaredOptions(sources: readonly string[]): Map<string, DeclaredOption>;

/** The text of docs/options.md; `sources` are the texts of `declarationFiles`. */
export function optionDocs(table: DocumentedTable, sources: readonly string[]): string;
