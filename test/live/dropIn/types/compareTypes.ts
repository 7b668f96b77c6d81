import ts from 'typescript';
import { missingFields } from './missingFields.js';
import { exportsOf, programOf, specifierOf } from './twoPackages.js';

/** One way in which a type of ours differs from the official type of the same name. */
export interface Difference {
  /** The name, or the name and a field: `Options.hooks`. */
  readonly at: string;
  /**
   * - `missing`: there is no such name, or no such field.
   * - `refused`: a value of the official type cannot be used as ours.
   * - `wider`: a value of our type cannot be used as the official one.
   * - `interface`: ours cannot be used as `Record<string, unknown>`, the official one can.
   */
  readonly kind: 'missing' | 'refused' | 'wider' | 'interface';
  /** What the compiler says. */
  readonly text: string;
}

/** Type arguments for the generic types that have no defaults. */
const typeArguments: Readonly<Record<string, string>> = {
  InferShape: '<{ text: ZodString; count: ZodOptional<ZodNumber> }>',
};

interface Row {
  at: string;
  official: string;
  ours: string;
}

/** `apart`: fields to leave out of the comparison of a name, because they are listed on their own. */
export function compareTypes(entry: string, apart: readonly string[] = []): Difference[] {
  const official = exportsOf('official', entry);
  const ours = exportsOf('ours', entry);
  const missing = [...official].flatMap(([at, kind]): Difference[] => {
    if (!ours.has(at)) return [{ at, kind: 'missing', text: `${at} is not exported` }];
    if (kind === 'value' && ours.get(at) === 'type') {
      return [{ at, kind: 'missing', text: `${at} is a type only` }];
    }
    return [];
  });
  const rows = [...official]
    .filter(([name]) => ours.has(name))
    .flatMap(([name, kind]) => rowsOf(name, kind, apart));
  return [...missing, ...compareRows(entry, rows)];
}

/** What is compared of a name: of a function also what it takes and returns, as wrappers do. */
function rowsOf(name: string, kind: 'value' | 'type', apart: readonly string[]): Row[] {
  const fields = apart.flatMap((at) =>
    at.startsWith(`${name}.`) ? [at.slice(name.length + 1)] : [],
  );
  const less = (type: string) => {
    const names = fields.map((field) => `'${field}'`).join(' | ');
    return names === '' ? type : `Less<${type}, ${names}>`;
  };
  const both = (at: string, write: (side: string) => string): Row => ({
    at,
    official: write('Official'),
    ours: write('Ours'),
  });
  const isClass = kind === 'value' && /^[A-Z][a-z]/.test(name);
  const written = (side: string) => `${side}.${name}${typeArguments[name] ?? ''}`;
  const rows = kind === 'type' || isClass ? [both(name, (side) => less(written(side)))] : [];
  for (const field of fields) {
    rows.push(both(`${name}.${field}`, (side) => `FieldOf<${written(side)}, '${field}'>`));
  }
  if (kind === 'type') return rows;
  rows.push(both(`typeof ${name}`, (side) => `typeof ${side}.${name}`));
  if (/^[a-z]/.test(name)) {
    rows.push(both(`Parameters<typeof ${name}>`, (side) => `Parameters<typeof ${side}.${name}>`));
    rows.push(both(`ReturnType<typeof ${name}>`, (side) => `ReturnType<typeof ${side}.${name}>`));
  }
  return rows;
}

const prelude = (entry: string) => `
  import type { ZodNumber, ZodOptional, ZodString } from 'zod';
  import type * as Official from '${specifierOf('official', entry)}';
  import type * as Ours from '${specifierOf('ours', entry)}';
  export type Plain = Record<string, unknown>;
  type Less<Type, Keys extends PropertyKey> = Type extends unknown ? Omit<Type, Keys> : never;
  type FieldOf<Type, Key extends PropertyKey> = Type extends unknown
    ? Key extends keyof Type ? Type[Key] : never : never;
  export type Used = [ZodNumber, ZodOptional, ZodString, Official.Query, Ours.Query, Less<1, 2>, FieldOf<1, 2>];
`;

function compareRows(entry: string, rows: readonly Row[]): Difference[] {
  const lines = rows.flatMap(({ official, ours }, index) => [
    `export type O${index} = ${official};`,
    `export type U${index} = ${ours};`,
    `export const refused${index}: U${index} = undefined as never as O${index};`,
    `export const wider${index}: O${index} = undefined as never as U${index};`,
  ]);
  const { program, pathOf } = programOf(
    { 'rows.ts': prelude(entry) + lines.join('\n') },
    'official',
  );
  const file = program.getSourceFile(pathOf('rows.ts'));
  if (!file) throw new Error('The rows are not in the program.');
  const found: Difference[] = [];
  for (const one of program.getSemanticDiagnostics(file)) {
    const text = ts.flattenDiagnosticMessageText(one.messageText, '\n');
    const statement = file.statements.find((node) => node.end > (one.start ?? 0));
    const [, kind, index = ''] =
      /\b(refused|wider)(\d+):/.exec(statement?.getText(file) ?? '') ?? [];
    const row = rows[Number(index)];
    if (row && kind) found.push({ at: row.at, kind: kind as 'refused', text });
    else if (!/'(ZodOptional|Query)'|Zod/.test(text)) throw new Error(text);
  }
  return [...found, ...missingFields(program, file, rows)];
}
