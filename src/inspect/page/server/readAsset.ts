import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pageHtml } from './pageHtml.js';
import { pageStyles } from './pageStyles.js';

export interface Asset {
  type: string;
  body: string | Buffer;
}

/** The folders whose modules and source maps the browser loads. */
const folders = ['client', 'model'] as const;

let modules: Map<string, URL> | undefined;

/** A file of the page by its path. Serves only files that it has listed itself. */
export async function readAsset(path: string): Promise<Asset | undefined> {
  if (path === '') return { type: 'text/html; charset=utf-8', body: pageHtml };
  if (path === 'page.css') return { type: 'text/css; charset=utf-8', body: pageStyles };
  modules ??= listModules();
  const file = modules.get(path);
  if (!file) return undefined;
  const type = path.endsWith('.map') ? 'application/json' : 'text/javascript';
  return { type: `${type}; charset=utf-8`, body: await readFile(file) };
}

function listModules(): Map<string, URL> {
  return new Map(
    folders.flatMap((folder) => {
      const base = new URL(`../${folder}/`, import.meta.url);
      const names = readdirSync(base).filter((name) => /\.js(\.map)?$/.test(name));
      return names.map((name) => [`${folder}/${name}`, new URL(name, base)] as const);
    }),
  );
}
