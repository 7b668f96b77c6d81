import { readFile } from 'node:fs/promises';
import { conversationStyles } from './conversationStyles.js';
import { fleetStyles } from './fleetStyles.js';
import { pageHtml } from './pageHtml.js';
import { pageStyles } from './pageStyles.js';
import { timelineStyles } from './timelineStyles.js';

export interface Asset {
  type: string;
  body: string | Buffer;
}

export const pageCss = [pageStyles, conversationStyles, fleetStyles, timelineStyles].join('');

/** The script of the page, which the build has bundled into one file. */
const script = 'client/main.js';

/** A file of the page by its path. Serves no other files. */
export async function readAsset(path: string): Promise<Asset | undefined> {
  if (path === '') return { type: 'text/html; charset=utf-8', body: pageHtml };
  if (path === 'page.css') return { type: 'text/css; charset=utf-8', body: pageCss };
  if (path !== script && path !== `${script}.map`) return undefined;
  const type = path.endsWith('.map') ? 'application/json' : 'text/javascript';
  return { type: `${type}; charset=utf-8`, body: await readPageFile(path) };
}

/** The script of the page as text. */
export async function readPageScript(): Promise<string> {
  return (await readPageFile(script)).toString('utf8');
}

function readPageFile(path: string): Promise<Buffer> {
  return readFile(new URL(`../${path}`, import.meta.url));
}
