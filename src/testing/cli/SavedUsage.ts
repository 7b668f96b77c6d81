import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cli } from './cli.js';
import { projectDirectory } from './configFiles.js';
import type { OpenedSession } from './disk/openSession.js';
import type { UsageMeter, UsageSum } from './UsageMeter.js';

/** The sums of conversations that are not on disk, for as long as the program runs. */
const inMemory = new Map<string, UsageSum>();
/** More than a program that tests itself resumes. */
const maxInMemory = 1_000;

/**
 * What a conversation has used when its process exits. 2.1.325 continues this sum when the
 * conversation is resumed or forked; 2.1.197 starts again from zero.
 */
export class SavedUsage {
  readonly #cli: Pick<Cli, 'traits' | 'scenario' | 'flags' | 'output' | 'env' | 'cwd'>;

  constructor(cli: Pick<Cli, 'traits' | 'scenario' | 'flags' | 'output' | 'env' | 'cwd'>) {
    this.#cli = cli;
  }

  /** The sum to continue from. */
  load(opened: OpenedSession | undefined): UsageSum | undefined {
    const { traits, flags } = this.#cli;
    const id = flags.resume || (opened?.entries.length ? opened.id : undefined);
    if (!traits.recent || !id) return undefined;
    if (!this.#usesDisk) return inMemory.get(id);
    try {
      return JSON.parse(readFileSync(this.#file(id), 'utf8')) as UsageSum;
    } catch {
      return undefined;
    }
  }

  save({ sum }: UsageMeter): void {
    const { traits, output, flags } = this.#cli;
    if (!traits.recent || !flags.persists || sum.models.length === 0) return;
    if (this.#usesDisk) {
      mkdirSync(projectDirectory(this.#cli), { recursive: true });
      writeFileSync(this.#file(output.sessionId), JSON.stringify(sum));
      return;
    }
    inMemory.set(output.sessionId, sum);
    const [oldest] = inMemory.keys();
    if (inMemory.size > maxInMemory && oldest !== undefined) inMemory.delete(oldest);
  }

  get #usesDisk(): boolean {
    return this.#cli.scenario.tools === 'real';
  }

  #file(id: string): string {
    return join(projectDirectory(this.#cli), `${id}.usage.json`);
  }
}
