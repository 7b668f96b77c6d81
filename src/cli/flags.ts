import { parseArgs } from 'node:util';
import { didYouMean, nearestName } from '../util/nearestName.js';
import { UsageError } from './UsageError.js';

export interface Flag {
  /** `optional` may have a value, written `--name=value`. `list` may be repeated. */
  kind: 'switch' | 'text' | 'count' | 'list' | 'optional';
  /** The placeholder for the value in the help. */
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
  /** True if it has no value. */
  optional: string | true;
}

export type FlagValues<Known extends Flags> = {
  -readonly [Name in keyof Known]?: ValueTypes[Known[Name]['kind']];
};

export interface ParsedFlags<Known extends Flags = Flags> {
  values: FlagValues<Known>;
  operands: string[];
}

/** Parses the arguments of a command. Throws a `UsageError` for anything it does not know. */
export function parseFlags<Known extends Flags>(
  args: readonly string[],
  flags: Known,
): ParsedFlags<Known> {
  // Strict mode can neither suggest the nearest name nor handle an optional value.
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
      throw new UsageError(`${rawName} does not take a value. Remove "${value}".`);
    return true;
  }
  const shown = `<${flag.value ?? 'value'}>`;
  if (value === undefined) throw new UsageError(`${rawName} needs a value: ${rawName} ${shown}.`);
  if (!inlineValue && /^-./.test(value)) {
    throw new UsageError(
      `${rawName} needs a value, but "${value}" looks like an option. If it is the value, write ${rawName}=${value}.`,
    );
  }
  if (flag.kind === 'list')
    return [...((before as string[] | undefined) ?? []), ...splitList(value)];
  if (flag.kind === 'text') return value;
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new UsageError(`${rawName} must be an integer of at least 1, not "${value}".`);
  }
  return Number(value);
}

/** Splits at commas outside parentheses: `Bash(git log, git diff),Read` is two tools. */
function splitList(list: string): string[] {
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
  return new UsageError(`Unknown option ${rawName}.${meant}`);
}
