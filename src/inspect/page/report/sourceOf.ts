import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Content } from '../../../options/runtimeTypes.js';
import type { Source } from '../model/rows.js';

/** This program, as the page names it. */
export function sourceOf(content: Content): Source {
  const script = process.argv[1] ?? process.title;
  return { id: randomUUID(), pid: process.pid, title: basename(script), content };
}
