import { execFile } from 'node:child_process';
import { readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { gitTimeoutMs } from '../../defaults/conversations.js';
import {
  canonicalPath,
  chosenProjectName,
  folderNameOf,
  longestProjectName,
} from '../../ffi/projectFolders.js';
import { homeDirectory } from '../../util/homeDirectory.js';

/** A folder with the transcripts of a project. */
export interface ProjectFolder {
  path: string;
  /** The path of the project, if it is known. */
  project?: string;
  /** The folder may be of another project: only transcripts that name this one count. */
  isShared?: boolean;
}

/** The folder that has a folder for each project. */
export function projectsFolder(own = process.env.CLAUDE_CONFIG_DIR): string {
  return join((own ?? join(homeDirectory(), '.claude')).normalize('NFC'), 'projects');
}

/** The folders of all projects. Links are not followed. */
export async function allFolders(configDir?: string): Promise<ProjectFolder[]> {
  const root = projectsFolder(configDir);
  return (await folderNames(root)).map((name) => ({ path: join(root, name) }));
}

/** The folders of a project, and those of its other git worktrees. */
export async function foldersOf(
  dir: string,
  includeWorktrees = true,
  configDir = process.env.CLAUDE_CONFIG_DIR,
): Promise<ProjectFolder[]> {
  const root = projectsFolder(configDir);
  const project = await canonicalPath(dir);
  const worktrees = includeWorktrees ? await worktreesOf(project) : [];
  const candidates: ProjectFolder[] = [];
  const chosen = chosenProjectName({ ...process.env, CLAUDE_CONFIG_DIR: configDir });
  if (chosen !== undefined) candidates.push({ path: join(root, chosen), project });
  for (const path of new Set([project, ...worktrees])) {
    candidates.push({ path: join(root, folderNameOf(path)), project: path });
    candidates.push(...(await shortenedFolders(root, path)));
  }
  const folders = new Map<string, ProjectFolder>();
  for (const folder of candidates) {
    if (!folders.has(folder.path) && (await isInside(root, folder.path))) {
      folders.set(folder.path, folder);
    }
  }
  return [...folders.values()];
}

/** The CLI shortens long names and adds a hash, and not every version has the same hash. */
async function shortenedFolders(root: string, project: string): Promise<ProjectFolder[]> {
  const own = folderNameOf(project);
  if (own.length <= longestProjectName) return [];
  const start = own.slice(0, longestProjectName + 1);
  const names = (await folderNames(root)).filter((name) => name.startsWith(start) && name !== own);
  return names.map((name) => ({ path: join(root, name), project, isShared: true }));
}

async function folderNames(root: string): Promise<string[]> {
  const found = await readdir(root, { withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Whether a path exists and, with all links followed, is still in the folder. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const [outer, inner] = await Promise.all(
    [folder, path].map((one) => realpath(one).catch(() => undefined)),
  );
  return outer !== undefined && inner?.startsWith(outer + sep) === true;
}

/** The worktrees of a git repository. Empty outside of one, and without git. */
function worktreesOf(cwd: string): Promise<string[]> {
  const options = { cwd, encoding: 'utf8', timeout: gitTimeoutMs, windowsHide: true } as const;
  return new Promise((resolve) => {
    execFile('git', ['worktree', 'list', '--porcelain'], options, (error, stdout) => {
      const lines = error ? [] : stdout.split('\n');
      resolve(
        lines
          .filter((line) => line.startsWith('worktree '))
          .map((line) => line.slice('worktree '.length).normalize('NFC')),
      );
    });
  });
}
