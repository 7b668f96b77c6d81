import type { Host } from './Host.js';
import type { Output } from './Output.js';

type Style = (text: string) => string;

export type Styles = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow', Style>>;

const ansi =
  (on: number, off: number): Style =>
  (text) =>
    `\u001b[${on}m${text}\u001b[${off}m`;
const plain: Style = (text) => text;

const coloured: Styles = {
  bold: ansi(1, 22),
  dim: ansi(2, 22),
  red: ansi(31, 39),
  green: ansi(32, 39),
  yellow: ansi(33, 39),
};
const uncoloured: Styles = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain };

/** Back to the start of the line, and all of it away. */
export const eraseLine = '\r\u001b[2K';

/** Colours are for terminals that know them, and for those who have not said NO_COLOR. */
export function stylesFor(output: Output, env: Host['env']): Styles {
  return canMoveCursor(output, env) && !env.NO_COLOR ? coloured : uncoloured;
}

export function canMoveCursor(output: Output, env: Host['env']): boolean {
  return output.isTerminal && env.TERM !== 'dumb';
}
