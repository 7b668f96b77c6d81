export interface ApiEntry {
  /** How programs import the entry. */
  name: string;
  exports: readonly { name: string; doc: string; members: readonly { name: string }[] }[];
}

/** Reads the exports of every entry of the package, with what their JSDoc says. */
export function readApi(): ApiEntry[];

/** The text of docs/api.md. */
export function renderApi(api: readonly ApiEntry[]): string;

/** Exports and members without JSDoc, and the files that declare them. */
export function undocumented(api: readonly ApiEntry[]): { name: string; file: string }[];
