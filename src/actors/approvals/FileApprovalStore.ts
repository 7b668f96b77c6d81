import { watch } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Approval,
  type ApprovalFilter,
  type ApprovalStore,
  type ApprovalWriter,
  fitsFilter,
} from '../../codec/approvals.js';
import { ClaudeActorsError } from '../../errors.js';
import {
  fileErrorCode,
  fileNameFor,
  ifMissing,
  longestFileName,
  textOfFileName,
} from '../../util/files.js';
import { staleApprovalWriter } from './approvalErrors.js';

/**
 * Keeps approvals in files of a folder, readable by your user only. Several programs of one machine
 * can share the folder.
 *
 * Each approval has a folder, and each of its revisions a file that is never changed. Whoever creates
 * the file of the next revision first has made the change.
 */
export class FileApprovalStore implements ApprovalStore {
  readonly #folder: string;

  /** @param folder - Where to keep the files. It is created with the first write. */
  constructor(folder: string) {
    if (typeof folder !== 'string' || folder === '') {
      const message = '`new FileApprovalStore()` needs the path of a folder.';
      throw new ClaudeActorsError('InvalidOption', message, { option: 'folder' });
    }
    this.#folder = folder;
  }

  async add(approval: Approval, writer: ApprovalWriter = {}): Promise<Approval> {
    await this.#fence(approval, writer);
    await this.#prepare();
    const fresh = this.#temporary();
    await mkdir(fresh, { mode: 0o700 });
    await writeNew(join(fresh, '1.json'), approval);
    try {
      // Fails if the folder exists, because a folder that is not empty is never replaced.
      await rename(fresh, this.#folderOf(approval.id));
    } catch (error) {
      await rm(fresh, { recursive: true, force: true });
      const earlier = await this.load(approval.id);
      if (earlier) return earlier;
      throw error;
    }
    await this.#announce();
    return approval;
  }

  async load(id: string): Promise<Approval | undefined> {
    // No file can have such a name, so nobody has stored it.
    if (typeof id !== 'string' || /\p{Surrogate}/u.test(id)) return undefined;
    if (fileNameFor(id).length > longestFileName) return undefined;
    for (;;) {
      const folder = this.#folderOf(id);
      const names = await readdir(folder).catch(ifMissing([]));
      const newest = Math.max(...names.map((name) => Number.parseInt(name, 10) || 0), 0);
      if (newest === 0) return undefined;
      const text = await readFile(join(folder, `${newest}.json`), 'utf8').catch(ifMissing(''));
      // It may have been deleted meanwhile.
      if (text !== '') return JSON.parse(text) as Approval;
    }
  }

  async list(filter?: ApprovalFilter): Promise<Approval[]> {
    const names = await readdir(this.#approvals).catch(ifMissing([]));
    const all = await Promise.all(names.map((name) => this.load(textOfFileName(name))));
    return all
      .filter((one) => one !== undefined)
      .filter((one) => fitsFilter(one, filter))
      .sort((one, other) => one.askedAt - other.askedAt);
  }

  async replace(approval: Approval, writer: ApprovalWriter = {}): Promise<boolean> {
    await this.#fence(approval, writer);
    const { id, revision } = approval;
    const stored = await this.load(id);
    if (stored?.revision !== revision - 1) return false;
    const fresh = this.#temporary();
    await writeNew(fresh, approval);
    try {
      // A link appears with all its content, and fails if the name is taken.
      await link(fresh, join(this.#folderOf(id), `${revision}.json`));
    } catch (error) {
      if (['EEXIST', 'ENOENT'].includes(String(fileErrorCode(error)))) return false;
      throw error;
    } finally {
      await unlink(fresh);
    }
    await this.#announce();
    return true;
  }

  async delete(id: string): Promise<void> {
    const doomed = this.#temporary();
    try {
      await rename(this.#folderOf(id), doomed);
    } catch (error) {
      if (fileErrorCode(error) === 'ENOENT') return;
      throw error;
    }
    await rm(doomed, { recursive: true, force: true });
  }

  watch(listener: () => void): () => void {
    let watcher: ReturnType<typeof watch> | undefined;
    let isOver = false;
    const start = async () => {
      await this.#prepare();
      if (isOver) return;
      watcher = watch(this.#folder, { persistent: false }, () => listener());
      // Without a watcher, the program still learns of its own changes.
      watcher.on('error', () => watcher?.close());
      // Something may have changed before it watched.
      listener();
    };
    void start().catch(() => {});
    return () => {
      isOver = true;
      watcher?.close();
    };
  }

  get #approvals(): string {
    return join(this.#folder, 'approvals');
  }

  #folderOf(id: string): string {
    return join(this.#approvals, fileNameFor(id));
  }

  #temporary(): string {
    return join(this.#folder, 'temporary', crypto.randomUUID());
  }

  async #prepare(): Promise<void> {
    for (const folder of [this.#approvals, join(this.#folder, 'temporary')]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    }
  }

  /** Changes something in the folder itself, which is all that a watcher sees. */
  async #announce(): Promise<void> {
    const file = join(this.#folder, 'changed');
    const now = new Date();
    await (await open(file, 'a', 0o600)).close();
    await utimes(file, now, now);
  }

  async #fence({ sessionId }: Approval, { epoch }: ApprovalWriter): Promise<void> {
    if (epoch === undefined) return;
    const epochs = (await this.list({ sessionId })).map((one) => one.epoch);
    const newest = Math.max(...epochs, 0);
    if (epoch < newest) throw staleApprovalWriter(sessionId, epoch, newest);
  }
}

async function writeNew(file: string, approval: Approval): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(approval));
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
