import { isObject, type JsonObject } from '../../../codec/jsonObject.js';
import { LineSplitter } from '../../../codec/LineSplitter.js';
import type { Line } from '../../../codec/lines.js';
import { rowLimits } from '../../../defaults/inspectorDefaults.js';
import type { Content } from '../../../options/runtimeTypes.js';
import { redact, redactArgv } from '../../../secrets/redact.js';
import { redactJson } from '../../../secrets/redactDeep.js';
import { warningCodes } from '../../../warnings.js';
import { hideContent } from '../../content/hideContent.js';
import type { FrameBody, RowBody } from '../model/rows.js';
import { hiddenText } from '../model/story/json.js';
import { describeFrame, typeInStart } from './describeFrame.js';

const { maxTextLength, maxFrameLength, maxStderrBytes, maxArgumentLength } = rowLimits;

/** Turns the pipes of one CLI process into rows. `id` is the session or query that owns it. */
export class ProcessRowBuilder {
  readonly id: string;
  readonly #content: Content;
  readonly #splitter = new LineSplitter();
  #readsFrames = true;

  constructor(id: string, content: Content) {
    this.id = id;
    this.#content = content;
  }

  spawned(pid: number | undefined, args: readonly string[]): RowBody {
    this.#readsFrames = args.includes('--input-format');
    const shown = this.#content === 'shown' ? redactArgv(args) : withoutValues(args);
    const texts = shown.map((arg) => redact(arg).slice(0, maxArgumentLength));
    return { kind: 'spawned', id: this.id, ...(pid !== undefined && { pid }), args: texts };
  }

  /** What is written to the CLI arrives in whole lines, or is the prompt of a one-shot query. */
  stdin(text: string): RowBody[] {
    if (!this.#readsFrames) {
      const frame = JSON.stringify({ type: 'prompt', text });
      return [this.#frame('in', frame, Buffer.byteLength(text))];
    }
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => this.#frame('in', line, Buffer.byteLength(line)));
  }

  /** What the CLI writes arrives in chunks of any size. */
  stdout(bytes: Uint8Array): RowBody[] {
    return this.#splitter.push(bytes).map((line) => this.#outputLine(line));
  }

  stderr(bytes: Uint8Array): RowBody {
    const text = Buffer.from(
      bytes.buffer,
      bytes.byteOffset,
      Math.min(bytes.length, maxStderrBytes),
    );
    return {
      kind: 'stderr',
      id: this.id,
      bytes: bytes.length,
      ...(this.#content === 'shown' && {
        text: redact(text.toString('utf8'), { cutStart: true, cutEnd: true }),
      }),
    };
  }

  /** The message of a warning or error may quote output of the CLI, so it counts as content. */
  problem(
    level: 'error' | 'warning',
    { code, message }: { code: string; message: string },
  ): RowBody {
    const remedy = isWarningCode(code) ? warningCodes[code].remedy : undefined;
    return {
      ...{ kind: 'problem', id: this.id, level, code },
      ...(this.#content === 'shown' && { message: redact(message).slice(0, maxTextLength) }),
      ...(level === 'warning' && remedy !== undefined && { remedy }),
    };
  }

  #outputLine(line: Line): RowBody {
    if (typeof line === 'string') return this.#frame('out', line, Buffer.byteLength(line));
    if (line.kind === 'oversize') {
      return this.#cutFrame('out', typeInStart(String(line.head)), line.limit);
    }
    if (line.kind === 'badUtf8') return this.#cutFrame('out', 'not UTF-8', line.bytes.length);
    return this.#frame('out', line.text, Buffer.byteLength(line.text));
  }

  #cutFrame(dir: 'in' | 'out', type: string, bytes: number): FrameBody {
    return { kind: 'frame', id: this.id, dir, type, bytes, cut: true };
  }

  #frame(dir: 'in' | 'out', text: string, bytes: number): FrameBody {
    const frame = parseObject(text);
    if (!frame) return this.#cutFrame(dir, 'not JSON', bytes);
    try {
      return this.#wholeFrame(dir, text, bytes, frame);
    } catch {
      // It is nested too deeply to be shown.
      return this.#cutFrame(dir, typeInStart(text), bytes);
    }
  }

  #wholeFrame(dir: 'in' | 'out', text: string, bytes: number, frame: JsonObject): FrameBody {
    const isHidden = this.#content === 'hidden';
    const isShortened = !isHidden && text.length > maxFrameLength;
    const kept = isHidden ? hideContent(frame) : isShortened && shortenTexts(frame);
    const shown = kept ? JSON.stringify(kept) : text;
    if (shown.length > maxFrameLength) return this.#cutFrame(dir, typeInStart(text), bytes);
    return {
      kind: 'frame',
      id: this.id,
      dir,
      ...describeFrame(frame),
      bytes,
      text: redactJson(shown),
      ...(isShortened && { cut: true }),
    };
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A copy with only the beginnings of long texts, such as files that a tool has read. */
function shortenTexts(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.length <= maxTextLength) return value;
    const start = redact(value.slice(0, maxTextLength), { cutEnd: true });
    return `${start}… (${value.length.toLocaleString('en')} characters)`;
  }
  if (Array.isArray(value)) return value.map(shortenTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortenTexts(item)]));
}

function isWarningCode(code: string): code is keyof typeof warningCodes {
  return Object.hasOwn(warningCodes, code);
}

/** A command line with all values hidden, except those that every session has. */
function withoutValues(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    // A prompt may begin like a flag: `---` opens the front matter of an agent.
    if (/^--[a-z][\w-]*(?:=|$)/i.test(arg)) return arg.replace(/=.*$/s, `=${hiddenText}`);
    return arg === '-p' || /^--(?:in|out)put-format$/.test(args[index - 1] ?? '')
      ? arg
      : hiddenText;
  });
}
