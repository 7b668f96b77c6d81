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

/** Moves the cursor up one line and erases that. */
export const eraseLineAbove = `${escapeMark}[A${escapeMark}[2K`;

/** Colours, if the output is a terminal that supports them and NO_COLOR is not set. */
export function stylesFor(output: Output, env: Host['env']): Styles {
  return canMoveCursor(output, env) && !env.NO_COLOR ? coloured : uncoloured;
}

export function canMoveCursor(output: Output, env: Host['env']): boolean {
  return output.isTerminal && env.TERM !== 'dumb';
}

/** Text on one line of at most `width` columns. */
export function oneLine(text: string, width: number): string {
  const line = printable(text).replace(/\s+/g, ' ').trim();
  if (displayWidth(line) <= width) return line;
  let [cut, left] = ['', Math.max(1, width) - 1];
  for (const character of line) {
    left -= displayWidth(character);
    if (left < 0) break;
    cut += character;
  }
  return `${cut}…`;
}

/** East Asian characters and emoji, which take two columns. */
const wide =
  /[\p{Emoji_Presentation}\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{a960}-\u{a97c}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe10}-\u{fe19}\u{fe30}-\u{fe6f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\u{20000}-\u{3fffd}]/u;
/** Accents and the like, which are drawn over the character before them. */
const widthless = /[\p{Mn}\p{Me}\u{200b}-\u{200d}\u{2060}-\u{2064}\u{feff}]/u;

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!widthless.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/** Prints an error on stderr. The messages of our own errors already say what to do about it. */
export function printError(error: unknown, { stderr, env }: Pick<Host, 'stderr' | 'env'>): void {
  const { red } = stylesFor(stderr, env);
  const code = error instanceof ClaudeActorsError ? `${error.code}: ` : '';
  const message = error instanceof Error ? error.message : String(error);
  stderr.line(`${red(`${programName}:`)} ${code}${message}`);
}
