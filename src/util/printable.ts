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

/** Characters without a width, some of which emoji are made of. */
const invisible = /[\u00ad\u200b-\u200d\u2028\u2029\u2060-\u2064\ufeff]/gu;

/**
 * Shows such characters as escapes such as `\u{1b}` instead of removing them. For questions whose
 * answer depends on every character.
 */
export function visible(text: string): string {
  const asEscape = (one: string) => `\\u{${one.codePointAt(0)?.toString(16)}}`;
  return text.replace(unprintable, asEscape).replace(invisible, asEscape);
}

/** Like `visible`, on one line: what follows a newline could pass for the next part of a question. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\\n');
}
