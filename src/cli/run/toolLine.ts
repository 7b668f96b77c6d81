import { isObject } from '../../codec/jsonObject.js';
import { oneLine } from '../printable.js';

/** The fields that say best what a tool is about to do, the best first. */
const tellingFields = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'description',
  'prompt',
];

/** A use of a tool in one line, such as `Bash git status`. */
export function toolLine(name: string, input: unknown, width: number): string {
  return oneLine(`${name} ${tellingPart(input)}`, width);
}

function tellingPart(input: unknown): string {
  if (!isObject(input)) return '';
  const field = tellingFields.find((one) => typeof input[one] === 'string');
  if (field !== undefined) return String(input[field]);
  return Object.keys(input).length > 0 ? JSON.stringify(input) : '';
}
