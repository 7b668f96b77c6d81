import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cli } from './cli.js';
import { projectDirectory } from './configFiles.js';
import type { AgentBlock, ScriptItem, ToolBlock } from './modelAnswer.js';

/** A tool call that a hook put off, and what the model does after it. */
export interface DeferredCall {
  block: ToolBlock | AgentBlock;
  rest: ScriptItem[];
  /** How many tools the process had numbered, so that a later call gets another id. */
  tools: number;
}

/** Those of conversations that are not on disk, for as long as the program runs. */
const inMemory = new Map<string, string>();
/** More than a program that tests itself resumes. */
const maxInMemory = 1_000;

/**
 * The call that a conversation waits for. A CLI that resumes the conversation comes back to it, and
 * asks the hooks about the same tool use again.
 */
export class DeferredCalls {
  readonly #cli: Pick<Cli, 'scenario' | 'flags' | 'output' | 'env' | 'cwd'>;

  constructor(cli: Pick<Cli, 'scenario' | 'flags' | 'output' | 'env' | 'cwd'>) {
    this.#cli = cli;
  }

  /** The call to come back to, if this process resumes a conversation that has one. */
  load(): DeferredCall | undefined {
    const { resume, forkSession } = this.#cli.flags;
    if (!resume || forkSession) return undefined;
    const text = this.#read(resume);
    return text === undefined ? undefined : (JSON.parse(text) as DeferredCall);
  }

  /** A turn is over: only the call that ended it is still put off. */
  save(call: DeferredCall | undefined): void {
    const id = this.#cli.output.sessionId;
    if (!call) {
      inMemory.delete(id);
      if (this.#usesDisk) rmSync(this.#file(id), { force: true });
      return;
    }
    const text = JSON.stringify(call);
    if (this.#usesDisk) {
      mkdirSync(projectDirectory(this.#cli), { recursive: true });
      writeFileSync(this.#file(id), text);
      return;
    }
    inMemory.set(id, text);
    const [oldest] = inMemory.keys();
    if (inMemory.size > maxInMemory && oldest !== undefined) inMemory.delete(oldest);
  }

  #read(id: string): string | undefined {
    if (!this.#usesDisk) return inMemory.get(id);
    try {
      return readFileSync(this.#file(id), 'utf8');
    } catch {
      return undefined;
    }
  }

  get #usesDisk(): boolean {
    return this.#cli.scenario.tools === 'real';
  }

  #file(id: string): string {
    return join(projectDirectory(this.#cli), `${id}.deferred.json`);
  }
}
