import { AssertionError } from 'node:assert';
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../codec/jsonObject.js';
import { redactArgv } from '../../ffi/environment/secrets.js';
import { memoryPort } from '../../ffi/process/memoryPort.js';
import type { MemoryProcess } from '../../ffi/process/memoryProcess.js';
import type { Port } from '../../ffi/process/port.js';
import { keptFrame } from './keptFrame.js';
import { numberedFile } from './numberedFile.js';
import { OwnIds } from './OwnIds.js';
import { type Json, type Line, type OutEntry, outText, type Recording } from './Recording.js';
import { readRecording } from './readRecording.js';

/** A CLI that says what a recorded one said, to an application that must say what was recorded. */
export interface ReplayedCli {
  /** For the option `port`. */
  readonly port: Port;
  /** Throws where the application wrote something else, or where some of the recording is left. */
  check(): void;
}

/**
 * Plays the CLI's side of a recording: each line once the application has written what comes before.
 * A later process plays the file that `record` made for it; one that has none, the first.
 */
export async function replay(file: string): Promise<ReplayedCli> {
  const first = { path: file, recording: await readRecording(file) };
  const later = await laterFiles(file);
  const players: Player[] = [];
  const playerOf = (process: MemoryProcess) => players.find((one) => one.process === process);
  const port = memoryPort({
    started(process) {
      const { path, recording } = later[players.length - 1] ?? first;
      const player = new Player(path, recording, process);
      players.push(player);
      player.advance();
    },
    wrote: (process, line) => playerOf(process)?.take(line),
    ended: (process) => playerOf(process)?.end(),
    killed: (process, signal) => playerOf(process)?.kill(signal),
  });
  return {
    port,
    check() {
      if (players.length === 0) {
        throw new AssertionError({ message: `${file} was not played: no CLI was started.` });
      }
      for (const player of players) player.check();
    },
  };
}

async function laterFiles(file: string): Promise<{ path: string; recording: Recording }[]> {
  const found: { path: string; recording: Recording }[] = [];
  for (let count = 2; ; count += 1) {
    const path = numberedFile(file, count);
    if (!existsSync(path)) return found;
    found.push({ path, recording: await readRecording(path) });
  }
}

class Player {
  readonly process: MemoryProcess;
  readonly #file: string;
  readonly #lines: readonly Line[];
  readonly #ids = new OwnIds();
  /** What the application has written and the recording has not come to yet. */
  readonly #written: Json[] = [];
  /** What has been said before its turn. */
  readonly #early = new Set<Line>();
  #at = 0;
  #ended = false;
  #gone = false;
  #problem: AssertionError | undefined;

  constructor(file: string, { lines }: Recording, process: MemoryProcess) {
    this.#file = file;
    this.#lines = lines;
    this.process = process;
  }

  take(text: string): void {
    for (const line of text.split('\n')) {
      if (line !== '') this.#written.push(JSON.parse(line) as Json);
    }
    this.advance();
  }

  end(): void {
    this.#ended = true;
    this.advance();
    // An application may leave before the recording does; it is told so by `check`.
    if (!this.#gone) this.#exit(0, null);
  }

  kill(signal: NodeJS.Signals): void {
    if (this.#gone) return;
    const last = this.#lines.at(-1)?.entry;
    // A recording that ends by a signal is over here.
    if (last?.dir === 'exit' && this.#at === this.#lines.length - 1) this.#at += 1;
    this.#exit(null, signal);
  }

  /** Goes on to where it must wait for the application. */
  advance(): void {
    for (let line = this.#lines[this.#at]; line && !this.#gone; line = this.#lines[this.#at]) {
      if (!this.#early.has(line) && !this.#play(line)) break;
      this.#at += 1;
    }
    this.#answerEarly();
  }

  /** A program may wait for an answer that another one did not wait for: it gets it at once. */
  #answerEarly(): void {
    for (const line of this.#lines.slice(this.#at + 1)) {
      const { entry } = line;
      if (entry.dir !== 'out' || entry.message?.type !== 'control_response') continue;
      const { response } = entry.message;
      const isAsked = isObject(response) && this.#ids.knows(String(response.request_id));
      if (!isAsked || this.#early.has(line) || this.#gone) continue;
      this.#early.add(line);
      this.#play(line);
    }
  }

  /** False where it is the application's turn. */
  #play({ entry, number }: Line): boolean {
    switch (entry.dir) {
      case 'argv':
        this.process.spawn(1);
        return this.#matchPrompt(entry.args, number);
      case 'out':
        this.process.stdout(outText(this.#translated(entry)));
        return true;
      case 'in':
        return entry.message ? this.#match(entry.message, number) : this.#ended;
      case 'exit':
        if (entry.stderr) this.process.stderr(entry.stderr);
        this.#exit(entry.code, entry.signal);
        return true;
    }
  }

  #translated(entry: OutEntry): OutEntry {
    return entry.message ? { ...entry, message: this.#ids.translate(entry.message) } : entry;
  }

  #match(recorded: Json, number: number): boolean {
    const index = this.#written.findIndex((one) => kindOf(one) === kindOf(recorded));
    const [own] = index < 0 ? [] : this.#written.splice(index, 1);
    if (!own) return false;
    this.#ids.pair(recorded, own);
    const actual = essence(this.#kept(own));
    const expected = essence(this.#kept(recorded));
    return this.#compare(actual, expected, `line ${number} of ${this.#file} (${kindOf(recorded)})`);
  }

  /** The prompt of a one-shot query is on its command line. */
  #matchPrompt(args: readonly string[], number: number): boolean {
    const { args: own, env } = this.process.command;
    const expected = promptIn(redactArgv(args, { env }));
    if (expected === undefined) return true;
    const actual = promptIn(redactArgv(own, { env }));
    return this.#compare(actual, expected, `line ${number} of ${this.#file} (prompt)`);
  }

  /** Secrets are hidden in a recording: what is compared with it must be without them too. */
  #kept(frame: Json): Json {
    return keptFrame(JSON.stringify(frame), this.process.command.env) ?? frame;
  }

  #compare(actual: unknown, expected: unknown, where: string): boolean {
    if (isDeepStrictEqual(actual, expected)) return true;
    const message = `The application wrote something else than ${where}:\n  recorded ${JSON.stringify(expected)}\n  wrote    ${JSON.stringify(actual)}`;
    this.#problem = new AssertionError({ message, actual, expected, operator: 'deepStrictEqual' });
    this.process.stderr(`${message}\n`);
    this.#exit(1, null);
    return false;
  }

  #exit(code: number | null, signal: NodeJS.Signals | null): void {
    this.#gone = true;
    this.process.endStdout();
    this.process.exit({ code, signal });
  }

  check(): void {
    if (this.#problem) throw this.#problem;
    const line = this.#lines[this.#at];
    if (line) {
      const { entry, number } = line;
      const what =
        entry.dir === 'in' ? (entry.message ? kindOf(entry.message) : 'end of input') : entry.dir;
      const message = `${this.#file} was played up to line ${number} only, where the application should have written: ${what}.`;
      throw new AssertionError({ message });
    }
    const [extra] = this.#written;
    if (!extra) return;
    const message = `The application wrote what ${this.#file} does not have: ${JSON.stringify(essence(this.#kept(extra)))}`;
    throw new AssertionError({ message });
  }
}

/** Undefined where messages come one by one. */
function promptIn(args: readonly string[]): string | undefined {
  const at = args.includes('--input-format') ? -1 : args.indexOf('--');
  return at < 0 ? undefined : args.slice(at + 1).join(' ');
}

/** What two frames must share to be the same thing said. */
function kindOf({ type, request, response }: Json): string {
  if (type === 'control_request' && isObject(request)) return `request ${request.subtype}`;
  if (type === 'control_response' && isObject(response)) return `answer to ${response.request_id}`;
  return String(type);
}

/** What is compared: not the ids that each program makes for itself, nor what the handshake lists. */
function essence({ type, message, request, response }: Json): unknown {
  if (type === 'user' && isObject(message)) return { type, content: plainContent(message.content) };
  if (type === 'control_response' && isObject(response)) {
    return { subtype: response.subtype, response: response.response ?? {}, error: response.error };
  }
  if (isObject(request) && request.subtype === 'initialize') return { subtype: 'initialize' };
  return { type, request };
}

/** A text, and one block of that text, are the same. */
function plainContent(content: unknown): unknown {
  const [block, ...more] = Array.isArray(content) ? content : [];
  return isObject(block) && block.type === 'text' && more.length === 0 ? block.text : content;
}
