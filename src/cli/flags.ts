import { parseArgs } from 'node:util';
import { didYouMean, nearestName } from '../util/nearestName.js';
import { UsageError } from './UsageError.js';

export interface Flag {
  /** `optional`: may have a value, written `--name=value`. `list`: may come again and again. */
  kind: 'switch' | 'text' | 'count' | 'list' | 'optional';
  /** What stands for the value in the help. */
  value?: string;
  short?: string;
  help: string;
}

export type Flags = Readonly<Record<string, Flag>>;

interface ValueTypes {
  switch: true;
  text: string;
  count: number;
  list: string[];
  /** True where it came without a value. */
  optional: string | true;
}

export type FlagValues<Known extends Flags> = {
  -readonly [Name in keyof Known]?: ValueTypes[Known[Name]['kind']];
};

export interface Parsed<Known extends Flags = Flags> {
  values: FlagValues<Known>;
  operands: string[];
}

/** Reads the arguments of a command; what it does not know is a `UsageError`. */
export function parseFlags<Known extends Flags>(
  args: readonly string[],
  flags: Known,
): Parsed<Known> {
  // Not strict: it would neither know the nearest name nor allow a value that may be left out.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(flags).map(([name, { kind, short }]) => [
        name,
        { type: takesValue(kind) ? 'string' : 'boolean', ...(short && { short }) } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, unknown> = {};
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (!flag) throw unknownFlag(token.name, token.rawName, flags);
    values[token.name] = readValue(token, flag, values[token.name]);
  }
  return { values: values as FlagValues<Known>, operands };
}

interface FlagToken {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function readValue(
  { rawName, value, inlineValue }: FlagToken,
  flag: Flag,
  before: unknown,
): unknown {
  if (flag.kind === 'optional') return value ?? true;
  if (flag.kind === 'switch') {
    if (value !== undefined)
      throw new UsageError(`${rawName} takes no value; leave "${value}" out.`);
    return true;
  }
  const shown = `<${flag.value ?? 'value'}>`;
  if (value === undefined) throw new UsageError(`${rawName} needs a value: ${rawName} ${shown}.`);
  if (!inlineValue && /^-./.test(value)) {
    throw new UsageError(
      `${rawName} needs a value, and "${value}" looks like an option. If it is the value, write ${rawName}=${value}.`,
    );
  }
  if (flag.kind === 'list') return [...((before as string[] | undefined) ?? []), ...split(value)];
  if (flag.kind === 'text') return value;
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new UsageError(`${rawName} needs a whole number of at least 1, not "${value}".`);
  }
  return Number(value);
}

/** At commas, but not inside of parentheses: `Bash(git log, git diff),Read` names two tools. */
function split(list: string): string[] {
  return list
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function takesValue(kind: Flag['kind']): boolean {
  return kind !== 'switch' && kind !== 'optional';
}

function unknownFlag(name: string, rawName: string, flags: Flags): UsageError {
  const nearest = nearestName(name, Object.keys(flags));
  const meant = didYouMean(nearest && `--${nearest}`);
  return new UsageError(`There is no option ${rawName}.${meant}`);
}
