import { parse } from 'node:path';

/** Where the recording of the process with this number lies, counted from 1: `name.2.ndjson`. */
export function numberedFile(file: string, count: number): string {
  if (count === 1) return file;
  const { dir, name, ext } = parse(file);
  return `${dir === '' ? '' : `${dir}/`}${name}.${count}${ext}`;
}
