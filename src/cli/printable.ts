/** C0 and C1 without tab and newline: what a terminal would take for orders, not for text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text as it may be shown on a terminal: a model, a tool or a file must not move its cursor. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(controls, '');
}

/** The same in one line of at most so many characters. */
export function oneLine(text: string, width: number): string {
  const line = printable(text).replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join('')}…`;
}
