import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MainProgram, type Running } from '../../../cli/support/runMain.js';
import { until } from '../../../support/until.js';

/** A session that waits for a word on stdin before every step. */
const source = (base: string) => `
import { createInterface } from 'node:readline';
import { startSession } from '${base}index.js';
import { fakeCli } from '${base}testing/index.js';

const words = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const told = async (word) => {
  const { value } = await words.next();
  if (value !== word) throw new Error('told ' + value + ' instead of ' + word);
};
const cli = fakeCli({
  turns: [[
    { text: 'I look for it.' },
    { tool: 'Write', input: { file_path: 'found.md', content: 'NEEDLE' } },
    { text: 'Found.' },
  ]],
});
const session = await startSession({
  options: {
    port: cli.port,
    hooks: { PreToolUse: [{ hooks: [async () => { await told('hook'); return {}; }] }] },
    canUseTool: async () => { await told('permit'); return { behavior: 'allow' }; },
  },
});
await told('send');
await session.send('Find it').result;
await told('end');
await session.end();
process.stdin.destroy();
process.exitCode = 7;
`;

/** `claude-actors inspect -- node program.mjs`, as a real process. */
export class InspectedProgram {
  readonly main = new MainProgram();
  readonly #folder = mkdtempSync(join(tmpdir(), 'claude-actors-inspect-'));
  #running: Running | undefined;

  /** The address of the page. */
  async start(...flags: string[]): Promise<string> {
    this.#running = this.main.start(['inspect', ...flags, '--', process.execPath, this.program()], {
      stdin: null,
    });
    return this.page(this.#running);
  }

  /** The address of the page that a command opens without a program. */
  async open(...args: string[]): Promise<string> {
    this.#running = this.main.start(args, { stdin: null });
    return this.page(this.#running);
  }

  program(): string {
    const file = join(this.#folder, 'program.mjs');
    writeFileSync(file, source(new URL('../', pathToFileURL(this.main.path)).href));
    return file;
  }

  /** The address that a running command prints. */
  page({ err }: Running): Promise<string> {
    return until('the address of the page', () => /Inspect at (\S+)/.exec(err())?.[1]);
  }

  tell(word: 'send' | 'hook' | 'permit' | 'end'): void {
    this.running.child.stdin?.write(`${word}\n`);
  }

  get running(): Running {
    if (!this.#running) throw new Error('nothing was started');
    return this.#running;
  }

  /** Ends the command; the program ends with its stdin. */
  async stop(): Promise<void> {
    this.#running?.child.kill('SIGKILL');
    await this.#running?.ended;
  }

  remove(): void {
    this.main.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
