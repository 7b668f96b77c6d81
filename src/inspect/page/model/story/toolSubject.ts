import { objectOf, shownText } from './json.js';

/** The fields of tool inputs that say best what a call is about, the best first. */
const fields = [
  ...['command', 'file_path', 'notebook_path', 'path', 'pattern', 'query', 'url', 'description'],
  ...['skill', 'subject', 'prompt'],
];

const maxLength = 160;

/** What a call of a tool is about, on one line: a command, a path, a pattern. Empty if hidden. */
export function toolSubject(input: unknown): string {
  const object = objectOf(input);
  const known = fields.map((name) => shownText(object[name])).find((text) => text !== undefined);
  const rest = Object.keys(object).length > 0 ? JSON.stringify(object) : '';
  return (known ?? rest).replace(/\s+/g, ' ').trim().slice(0, maxLength);
}
