import { ClaudeActorsError } from '../errors.js';
import { escapeMark, printable } from '../util/printable.js';
import { programName } from './help.js';
import type { Host } from './host.js';
import type { Output } from './Output.js';

type Style = (text: string) => string;

type StyleName = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan';

export type Styles = Readonly<Record<StyleName, Style>>;

const ansi =
  (on: number, off: number): Style =>
  (text) =>
    `${escapeMark}[${on}m${text}${escapeMark}[${off}m`;
const plain: Style = (text) => text;

const coloured: Styles = {
  bold: ansi(1, 22),
  dim: ansi(2, 22),
  red: ansi(31, 39),
  green: ansi(32, 39),
  yellow: ansi(33, 39),
  magenta: ansi(35, 39),
  cyan: ansi(36, 39),
};
const uncoloured = Object.fromEntries(Object.keys(coloured).map((name) => [name, plain])) as Styles;

/** Moves the cursor to the start of the line and erases the line. */
export const eraseLine = `${escapeMark}[G${escapeMark}[2K`;

/** Colours, if the output is a terminal that supports them and NO_COLOR is not set. */
export function stylesFor(output: Output, env: Host['env']): Styles {
  return canMoveCursor(output, env) && !env.NO_COLOR ? coloured : uncoloured;
}

export function canMoveCursor(output: Output, env: Host['env']): boolean {
  return output.isTerminal && env.TERM !== 'dumb';
}

/** Text on one line of at most `width` characters that can be displayed. */
export function oneLine(text: string, width: number): string {
  const line = printable(text).replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join('')}…`;
}

/** Prints an error on stderr. The messages of our own errors already say what to do about it. */
export function printError(error: unknown, { stderr, env }: Pick<Host, 'stderr' | 'env'>): void {
  const { red } = stylesFor(stderr, env);
  const code = error instanceof ClaudeActorsError ? `${error.code}: ` : '';
  const message = error instanceof Error ? error.message : String(error);
  stderr.line(`${red(`${programName}:`)} ${code}${message}`);
}
