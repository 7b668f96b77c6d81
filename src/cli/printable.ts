import { randomUUID } from 'node:crypto';

/**
 * Stands for ESC in our own colours until `printable` lets it through. Text from elsewhere cannot
 * contain it, because it is random.
 */
export const escapeMark = `\ue000${randomUUID()}`;

/**
 * What a terminal would execute instead of display, or what makes it display text in another order
 * or not at all: C0 and C1 without tab and newline, bidirectional controls, and tag characters.
 */
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the point.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Removes such characters, so that text from a model, tool or file cannot control the terminal. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unprintable, '').replaceAll(escapeMark, '\u001b');
}

/**
 * Shows such characters as escapes such as `\u{1b}` instead of removing them. For questions whose
 * answer depends on every character.
 */
export function visible(text: string): string {
  return text.replace(unprintable, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
}
