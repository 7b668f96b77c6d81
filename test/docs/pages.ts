import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, readPage } from './markdown.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const rootPages = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];
const folders = ['docs', 'diagrams', 'examples'];

/** Every page that users read, by its path from the root, with forward slashes. */
export function readPages(): Page[] {
  const inFolders = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    );
  return [...rootPages, ...inFolders.sort()].map((path) =>
    readPage(path, readFileSync(join(root, path), 'utf8')),
  );
}
