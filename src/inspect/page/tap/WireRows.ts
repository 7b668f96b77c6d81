import { isObject, type JsonObject } from '../../../codec/jsonObject.js';
import { LineSplitter } from '../../../codec/LineSplitter.js';
import type { Line } from '../../../codec/lines.js';
import { redactArgv } from '../../../ffi/environment/secrets.js';
import type { Content } from '../../../options/runtimeTypes.js';
import { hiddenText, hideContent } from '../../content/hideContent.js';
import type { Secrets } from '../../content/Secrets.js';
import type { FrameBody, RowBody } from '../model/Row.js';
import { describeFrame, typeInHead } from './describeFrame.js';

/** A longer frame is told of, and not kept. */
const longestFrame = 256 * 1024;
const longestStderr = 2_000;

/** Makes rows of what goes over one wire. */
export class WireRows {
  readonly id: string;
  readonly #content: Content;
  readonly #secrets: Secrets;
  readonly #splitter = new LineSplitter();

  constructor(id: string, content: Content, secrets: Secrets) {
    this.id = id;
    this.#content = content;
    this.#secrets = secrets;
  }

  spawned(pid: number | undefined, args: readonly string[]): RowBody {
    const shown = this.#content === 'shown' ? redactArgv(args) : flagsOf(args);
    const texts = shown.map((arg) => this.#secrets.hideIn(arg).slice(0, 1_000));
    return { kind: 'spawned', id: this.id, ...(pid !== undefined && { pid }), args: texts };
  }

  /** What the CLI is written: whole lines. */
  in(text: string): RowBody[] {
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => this.#frame('in', line, Buffer.byteLength(line)));
  }

  /** What the CLI writes, in pieces. */
  out(bytes: Uint8Array): RowBody[] {
    return this.#splitter.push(bytes).map((line) => this.#line(line));
  }

  stderr(bytes: Uint8Array): RowBody {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, longestStderr));
    return {
      kind: 'stderr',
      id: this.id,
      bytes: bytes.length,
      ...(this.#content === 'shown' && { text: this.#secrets.hideIn(text.toString('utf8')) }),
    };
  }

  #line(line: Line): RowBody {
    if (typeof line === 'string') return this.#frame('out', line, Buffer.byteLength(line));
    if (line.kind === 'oversize') {
      return this.#unread('out', typeInHead(String(line.head)), line.limit);
    }
    if (line.kind === 'badUtf8') return this.#unread('out', 'not UTF-8', line.bytes.length);
    return this.#frame('out', line.text, Buffer.byteLength(line.text));
  }

  #unread(dir: 'in' | 'out', type: string, bytes: number): FrameBody {
    return { kind: 'frame', id: this.id, dir, type, bytes, cut: true };
  }

  #frame(dir: 'in' | 'out', text: string, bytes: number): FrameBody {
    if (text.length > longestFrame) return this.#unread(dir, typeInHead(text), bytes);
    const frame = parse(text);
    if (!frame) return this.#unread(dir, 'not JSON', bytes);
    const shown = this.#content === 'shown' ? text : JSON.stringify(hideContent(frame));
    return {
      kind: 'frame',
      id: this.id,
      dir,
      ...describeFrame(frame),
      bytes,
      text: this.#secrets.hideInJson(shown),
    };
  }
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A command line without its values, but for those that every session has. */
function flagsOf(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    if (arg.startsWith('--')) return arg.replace(/=.*$/s, `=${hiddenText}`);
    return arg === '-p' || /^--(?:in|out)put-format$/.test(args[index - 1] ?? '')
      ? arg
      : hiddenText;
  });
}
