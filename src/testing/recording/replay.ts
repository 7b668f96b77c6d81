import { AssertionError } from 'node:assert';
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../codec/jsonObject.js';
import { memoryPort } from '../../ffi/process/memoryPort.js';
import type { MemoryProcess } from '../../ffi/process/memoryProcess.js';
import type { Port } from '../../ffi/process/port.js';
import { knownSecrets } from '../../secrets/KnownSecrets.js';
import { redact } from '../../secrets/redact.js';
import { IdTranslator } from './IdTranslator.js';
import { readRecording } from './readRecording.js';
import {
  type Json,
  type OutEntry,
  outText,
  type Recording,
  type RecordingLine,
  readsFrames,
  recordingFile,
  redactedFrame,
} from './recording.js';

/** A CLI that plays a recording, and checks that the application writes what was recorded. */
export interface ReplayedCli {
  /** Pass this as the option `port`. */
  readonly port: Port;
  /**
   * Throws an AssertionError if the application wrote something else than the recorded one, or if
   * part of the recording was not played.
   */
  check(): void;
}

/**
 * Plays the CLI's side of a recording made with `record`. Each line of output comes once the
 * application has written everything recorded before it. A further process plays the file that
 * `record` wrote for it, or the first file if there is none.
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
    const path = recordingFile(file, count);
    if (!existsSync(path)) return found;
    found.push({ path, recording: await readRecording(path) });
  }
}

class Player {
  readonly process: MemoryProcess;
  readonly #file: string;
  readonly #lines: readonly RecordingLine[];
  readonly #mode: Recording['mode'];
  readonly #ids = new IdTranslator();
  /** Frames that the application wrote before the recording got to them. */
  readonly #written: Json[] = [];
  /** Lines that were played before their turn. */
  readonly #early = new Set<RecordingLine>();
  #position = 0;
  #isInputEnded = false;
  #hasExited = false;
  #hasSpawned = false;
  #prompt: string | undefined;
  #problem: AssertionError | undefined;

  constructor(file: string, { lines, mode }: Recording, process: MemoryProcess) {
    this.#file = file;
    this.#lines = lines;
    this.#mode = mode;
    this.process = process;
    knownSecrets.learn(process.command.env);
  }

  take(text: string): void {
    if (this.#mode === 'oneShot') this.#prompt = text;
    else
      for (const line of text.split('\n')) {
        if (line !== '') this.#written.push(JSON.parse(line) as Json);
      }
    this.advance();
  }

  end(): void {
    this.#isInputEnded = true;
    this.advance();
    // The application may end before the recording does. `check` reports that.
    if (!this.#hasExited) this.#exit(0, null);
  }

  kill(signal: NodeJS.Signals): void {
    if (this.#hasExited) return;
    const last = this.#lines.at(-1)?.entry;
    // If only the exit is left, the signal completes the recording.
    if (last?.dir === 'exit' && this.#position === this.#lines.length - 1) this.#position += 1;
    this.#exit(null, signal);
  }

  /** Plays lines until it is the application's turn. */
  advance(): void {
    for (
      let line = this.#lines[this.#position];
      line && !this.#hasExited;
      line = this.#lines[this.#position]
    ) {
      if (!this.#early.has(line) && !this.#play(line)) break;
      this.#position += 1;
    }
    this.#answerEarly();
  }

  /** Answers requests out of order: this application may wait where the recorded one did not. */
  #answerEarly(): void {
    for (const line of this.#lines.slice(this.#position + 1)) {
      const { entry } = line;
      if (entry.dir !== 'out' || entry.message?.type !== 'control_response') continue;
      const { response } = entry.message;
      const isAsked = isObject(response) && this.#ids.knows(String(response.request_id));
      if (!isAsked || this.#early.has(line) || this.#hasExited) continue;
      this.#early.add(line);
      this.#play(line);
    }
  }

  /** Returns false if it must wait for the application. */
  #play({ entry, number }: RecordingLine): boolean {
    switch (entry.dir) {
      case 'argv':
        if (!this.#hasSpawned) this.process.spawn(1);
        this.#hasSpawned = true;
        return this.#matchPrompt(promptIn(entry.args), number);
      case 'out':
        this.process.stdout(outText(this.#translated(entry)));
        return true;
      case 'in':
        if (entry.message) return this.#match(entry.message, number);
        return entry.eof ? this.#isInputEnded : this.#matchPrompt(entry.text, number);
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
    this.#ids.learn(recorded, own);
    const actual = comparable(this.#redacted(own));
    const expected = comparable(this.#redacted(recorded));
    return this.#compare(actual, expected, `line ${number} of ${this.#file} (${kindOf(recorded)})`);
  }

  #matchPrompt(recorded: string | undefined, number: number): boolean {
    if (recorded === undefined) return true;
    if (this.#prompt === undefined) return false;
    const [actual, expected] = [this.#prompt, recorded].map((text) => redact(text));
    return this.#compare(actual, expected, `line ${number} of ${this.#file} (prompt)`);
  }

  /** Redacts secrets before a comparison, because the recording has none either. */
  #redacted(frame: Json): Json {
    return redactedFrame(JSON.stringify(frame)) ?? frame;
  }

  #compare(actual: unknown, expected: unknown, where: string): boolean {
    if (isDeepStrictEqual(actual, expected)) return true;
    const message = `The application did not write what was recorded in ${where}:\n  recorded ${JSON.stringify(expected)}\n  wrote    ${JSON.stringify(actual)}`;
    this.#problem = new AssertionError({ message, actual, expected, operator: 'deepStrictEqual' });
    this.process.stderr(`${message}\n`);
    this.#exit(1, null);
    return false;
  }

  #exit(code: number | null, signal: NodeJS.Signals | null): void {
    this.#hasExited = true;
    this.process.endStdout();
    this.process.exit({ code, signal });
  }

  check(): void {
    if (this.#problem) throw this.#problem;
    const line = this.#lines[this.#position];
    if (line) {
      const { entry, number } = line;
      const what =
        entry.dir === 'in' ? (entry.message ? kindOf(entry.message) : 'end of input') : entry.dir;
      const message = `${this.#file} was played only up to line ${number}, where the application should have written: ${what}.`;
      throw new AssertionError({ message });
    }
    const [extra] = this.#written;
    if (!extra) return;
    const message = `The application wrote something that is not in ${this.#file}: ${JSON.stringify(comparable(this.#redacted(extra)))}`;
    throw new AssertionError({ message });
  }
}

/** The prompt on a command line: early recordings have it there. */
function promptIn(args: readonly string[]): string | undefined {
  const at = readsFrames(args) ? -1 : args.indexOf('--');
  return at < 0 ? undefined : args.slice(at + 1).join(' ');
}

/** Two frames are compared only if they are of the same kind. */
function kindOf({ type, request, response }: Json): string {
  if (type === 'control_request' && isObject(request)) return `request ${request.subtype}`;
  if (type === 'control_response' && isObject(response)) return `answer to ${response.request_id}`;
  return String(type);
}

/** The part of a frame that is compared: without ids, and without the contents of the handshake. */
function comparable({ type, message, request, response }: Json): unknown {
  if (type === 'user' && isObject(message)) return { type, content: plainContent(message.content) };
  if (type === 'control_response' && isObject(response)) {
    return { subtype: response.subtype, response: response.response ?? {}, error: response.error };
  }
  if (isObject(request) && request.subtype === 'initialize') return { subtype: 'initialize' };
  return { type, request };
}

/** Treats a string and a single text block as the same. */
function plainContent(content: unknown): unknown {
  const [block, ...more] = Array.isArray(content) ? content : [];
  return isObject(block) && block.type === 'text' && more.length === 0 ? block.text : content;
}
