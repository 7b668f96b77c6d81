import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder whose `.git` counts for a path: the next above it, or the path itself if there is none. */
export function checkoutOf(path: string): string {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return path;
  }
}
