import { lstat, mkdir, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { JsonObject } from '../../codec/jsonObject.js';
import { transcriptReads } from '../../defaults/conversations.js';
import { isSessionId, sessionNotFound } from './conversationErrors.js';
import type { SDKSessionInfo } from './conversationTypes.js';
import { firstString } from './jsonLines.js';
import { allFolders, foldersOf, isInside, type ProjectFolder } from './projectFolders.js';
import { infoFromEnds, isProgrammatic, titleOf } from './sessionInfo.js';
import {
  appendEntry,
  readEnds,
  readEntries,
  readSidecar,
  writeTranscript,
} from './transcriptFile.js';
import type { Page, SubagentTranscript, TranscriptPlace } from './transcriptPlace.js';

const extension = '.jsonl';

interface Found {
  folder: ProjectFolder;
  sessionId: string;
  /** In milliseconds since 1970, with fractions. */
  mtime: number;
}

/** The CLI's own folders: those of one project, or of all. */
export class FolderPlace implements TranscriptPlace {
  readonly #dir: string | undefined;
  readonly #includeWorktrees: boolean;
  readonly #configDir: string | undefined;

  constructor(dir: string | undefined, includeWorktrees = true, configDir?: string) {
    this.#dir = dir || undefined;
    this.#includeWorktrees = includeWorktrees;
    this.#configDir = configDir;
  }

  async list({ limit, offset }: Page, includeProgrammatic: boolean): Promise<SDKSessionInfo[]> {
    const found = (await Promise.all((await this.#folders()).map(transcriptsIn))).flat();
    found.sort((a, b) => b.mtime - a.mtime);
    const skipped = offset && offset > 0 ? offset : 0;
    const end = limit && limit > 0 ? Number(limit) : Number.POSITIVE_INFINITY;
    const infos: SDKSessionInfo[] = [];
    const seen = new Set<string>();
    let passed = 0;
    // The newest come first, so nothing is read of what is not on the page.
    for (let at = 0; at < found.length && infos.length < end; at += transcriptReads) {
      const batch = found.slice(at, at + transcriptReads);
      const read = await Promise.all(batch.map((one) => describe(one, includeProgrammatic)));
      for (const info of read) {
        if (!info || seen.has(info.sessionId)) continue;
        seen.add(info.sessionId);
        if (passed < skipped) passed += 1;
        else if (infos.length < end) infos.push(info);
      }
    }
    return infos;
  }

  async info(sessionId: string): Promise<SDKSessionInfo | undefined> {
    const folder = await this.#find(sessionId);
    return folder && describe({ folder, sessionId }, true);
  }

  async readMessages(
    sessionId: string,
    subpath: string | undefined,
    see: (entry: JsonObject) => void,
  ): Promise<boolean> {
    const folder = await this.#find(sessionId);
    if (!folder) return false;
    const path = subpath === undefined ? sessionId : join(sessionId, subpath);
    // The CLI stores what it sent to the model as well. Parsing that takes far longer than this.
    const isWanted = (line: string) => line.includes('"uuid"');
    return readEntries(join(folder.path, path + extension), see, isWanted);
  }

  async load(sessionId: string): Promise<{ entries: JsonObject[]; title: string | undefined }> {
    const path = await this.transcript(sessionId, '');
    const entries: JsonObject[] = [];
    await readEntries(path, (entry) => {
      entries.push(entry);
    });
    const ends = await readEnds(path);
    return { entries, title: ends && titleOf(ends) };
  }

  async subagents(sessionId: string): Promise<SubagentTranscript[]> {
    const folder = await this.#find(sessionId);
    const files = folder ? await subagentFiles(folder.path, sessionId) : [];
    return files.flatMap((subpath) => {
      const name = basename(subpath);
      return name.startsWith('agent-') ? [{ agentId: name.slice('agent-'.length), subpath }] : [];
    });
  }

  async metadata(sessionId: string, subpath: string): Promise<unknown> {
    const folder = await this.#find(sessionId);
    return folder && readSidecar(join(folder.path, sessionId, `${subpath}.meta.json`));
  }

  async append(sessionId: string, entry: JsonObject): Promise<void> {
    const path = await this.transcript(sessionId);
    if (!(await appendEntry(path, entry))) throw this.#sessionNotFound(sessionId);
  }

  async create(sessionId: string, original: string, entries: readonly JsonObject[]): Promise<void> {
    const path = await this.transcript(original);
    await writeTranscript(join(dirname(path), sessionId + extension), entries);
  }

  async remove(sessionId: string): Promise<void> {
    const path = await this.transcript(sessionId);
    await unlink(path);
    await rm(join(dirname(path), sessionId), { recursive: true, force: true });
  }

  /** Marks a conversation as archived, or as no longer archived. */
  async mark(sessionId: string, archived: boolean): Promise<void> {
    const folder = dirname(await this.transcript(sessionId));
    const own = join(folder, sessionId);
    await mkdir(own, { recursive: true, mode: 0o700 });
    if (!(await isInside(folder, own))) throw this.#sessionNotFound(sessionId);
    const temporary = join(own, `archived.json.${crypto.randomUUID()}`);
    const text = JSON.stringify({ archived, at: new Date().toISOString(), by: 'sdk' });
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    // Nobody reads half of it.
    await rename(temporary, join(own, 'archived.json'));
  }

  /** The path of a transcript. Throws if there is none; `where` is for its message. */
  async transcript(sessionId: string, where?: string): Promise<string> {
    const folder = await this.#find(sessionId);
    if (!folder) throw this.#sessionNotFound(sessionId, where);
    return join(folder.path, sessionId + extension);
  }

  /** The subpaths of the transcripts of all subagents. */
  async subpaths(sessionId: string): Promise<string[]> {
    return subagentFiles(dirname(await this.transcript(sessionId)), sessionId);
  }

  #sessionNotFound(sessionId: string, where = ' in any project directory') {
    const dir = this.#dir;
    return sessionNotFound(
      sessionId,
      dir === undefined ? where : ` in project directory for ${dir}`,
    );
  }

  #folders(): Promise<ProjectFolder[]> {
    const dir = this.#dir;
    if (dir === undefined) return allFolders(this.#configDir);
    return foldersOf(dir, this.#includeWorktrees, this.#configDir);
  }

  async #find(sessionId: string): Promise<ProjectFolder | undefined> {
    for (const folder of await this.#folders()) {
      const path = join(folder.path, sessionId + extension);
      const stat = await lstat(path).catch(() => undefined);
      if (!stat?.isFile() || stat.size === 0) continue;
      if (!folder.isShared) return folder;
      const ends = await readEnds(path);
      if (ends && firstString(ends.head, 'cwd') === folder.project) return folder;
    }
    return undefined;
  }
}

async function transcriptsIn(folder: ProjectFolder): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of await readdir(folder.path).catch(() => [])) {
    const sessionId = name.slice(0, -extension.length);
    if (!name.endsWith(extension) || !isSessionId(sessionId)) continue;
    const stat = await lstat(join(folder.path, name)).catch(() => undefined);
    if (stat?.isFile()) found.push({ folder, sessionId, mtime: stat.mtimeMs });
  }
  return found;
}

async function describe(
  { folder, sessionId }: Pick<Found, 'folder' | 'sessionId'>,
  includeProgrammatic: boolean,
): Promise<SDKSessionInfo | undefined> {
  const ends = await readEnds(join(folder.path, sessionId + extension));
  if (!ends || (!includeProgrammatic && isProgrammatic(ends))) return undefined;
  if (folder.isShared && firstString(ends.head, 'cwd') !== folder.project) return undefined;
  const own = join(folder.path, sessionId);
  const isOwn = await isInside(folder.path, own);
  const [title, archive] = isOwn
    ? await Promise.all(
        ['custom-title', 'archived'].map((name) => readSidecar(join(own, `${name}.json`))),
      )
    : [];
  return infoFromEnds(sessionId, ends, folder.project, { title, archive });
}

/** The transcripts below `subagents`, without their extension. Links are not followed. */
async function subagentFiles(folder: string, sessionId: string): Promise<string[]> {
  const own = join(folder, sessionId);
  const files: string[] = [];
  if (!(await isInside(folder, join(own, 'subagents')))) return files;
  const folders = ['subagents'];
  for (const subfolder of folders) {
    const entries = await readdir(join(own, subfolder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const subpath = `${subfolder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(subpath);
      else if (entry.isFile() && subpath.endsWith(extension)) {
        files.push(subpath.slice(0, -extension.length));
      }
    }
  }
  return files;
}
