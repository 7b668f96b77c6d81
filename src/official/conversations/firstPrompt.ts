import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import { promptLength } from '../../defaults/conversations.js';
import { copyText } from './jsonLines.js';

/** What a user wrote. A slash command is shown only if no prompt follows. */
export interface PromptReading {
  prompt?: string;
  command?: string;
}

const command = /<command-name>(.*?)<\/command-name>/;
const shell = /<bash-input>([\s\S]*?)<\/bash-input>/;
/** Tags are what programs add: reminders, outputs of commands, files that an editor has open. */
const notWritten = /^(?:\s*<[a-z][\w-]*[\s>]|\[Request interrupted by user[^\]]*\])/;

/** Reads the prompt of an entry. Empty if no user wrote it. */
export function readPrompt(entry: JsonObject): PromptReading {
  const reading: PromptReading = {};
  for (const text of promptTexts(entry)) {
    const line = text.replace(/\n/g, ' ').trim();
    if (line === '') continue;
    const name = command.exec(line)?.[1];
    if (name !== undefined) {
      reading.command ||= name;
      continue;
    }
    const typed = shell.exec(line)?.[1];
    if (typed === undefined && notWritten.test(line)) continue;
    reading.prompt = typed === undefined ? shorten(line) : `! ${typed.trim()}`;
    break;
  }
  return reading;
}

/** Whether an entry is a message of a user, and not the result of a tool or a note of the CLI. */
export function isPrompt(entry: JsonObject): boolean {
  return promptTexts(entry).length > 0;
}

/** What a prompt without text shows. Undefined if it shows nothing. */
export function attachmentName(entry: JsonObject): string | undefined {
  const types = entry.isMeta === true ? [] : blocksOf(entry).map(({ type }) => type);
  if (types.includes('tool_result')) return undefined;
  if (types.includes('image')) return 'Image';
  return types.includes('document') ? 'Document' : undefined;
}

function promptTexts(entry: JsonObject): string[] {
  if (entry.isMeta === true || entry.isCompactSummary === true) return [];
  const blocks = blocksOf(entry);
  if (blocks.some((block) => block.type === 'tool_result')) return [];
  return blocks.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
}

function blocksOf({ type, message }: JsonObject): JsonObject[] {
  const content = type === 'user' && isObject(message) ? message.content : undefined;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function shorten(text: string): string {
  return copyText(text.length > promptLength ? `${text.slice(0, promptLength).trim()}…` : text);
}
