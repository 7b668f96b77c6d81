import type { Json } from './json.js';

/** What differs from machine to machine and from run to run: only its shape is compared. */
const lists = new Set([
  'agents',
  'attachmentsByType',
  'available_output_styles',
  'capabilities',
  'categories',
  'commands',
  'gridRows',
  'models',
  'plugins',
  'skillFrontmatter',
  'skills',
  'slash_commands',
  'terminal_slash_commands',
  'tools',
]);
const paths = new Set(['messaging_socket_path', 'outputFile', 'output_file']);
const counts = /(_ms|Ms|tokens|Tokens|USD|_usd|^end_time|^pid|(total|included)(Skills|Commands))$/;
const identifiers = new Set([
  'agentId',
  'agent_id',
  'backgroundTaskId',
  'harnessSectionHash',
  'runId',
  'run_id',
  'task_id',
]);
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Frames with everything replaced that another run would say otherwise: an id by its number in
 * order of appearance (so that what is the same stays the same), counts, times and paths by a mark.
 */
export function maskFrames(frames: readonly Json[]): Json[] {
  const numbers = new Map<string, string>();
  const numbered = (id: string) => {
    if (!numbers.has(id)) numbers.set(id, `<id ${numbers.size + 1}>`);
    return numbers.get(id) ?? '';
  };
  const maskText = (text: string, key: string) => {
    if (key === 'timestamp' || key === 'buildTime') return '<time>';
    if (paths.has(key)) return text === '' ? '' : '<path>';
    if (identifiers.has(key)) return numbered(text);
    if (key === 'api_message_id' || /^msg_\d+$/.test(text)) return numbered(text);
    if (text.startsWith('Total cost:')) return '<cost>';
    return text
      .replaceAll(uuid, numbered)
      .replaceAll(/\ba[0-9a-f]{16}\b/g, numbered)
      .replace(
        /with ID: (\w+)\. Output is being written to: [^\s…]+/,
        (_, id) => `with ID: ${numbered(id)}`,
      )
      .replace(/duration_ms: \d+/, 'duration_ms: <count>');
  };
  const mask = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return maskText(value, key);
    if (typeof value === 'number') return counts.test(key) ? '<count>' : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      return lists.has(key) ? shapeOf(value) : value.map((part) => mask(part, key));
    }
    // Keys in one order, as ids are numbered on the way.
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, part]) => [name, mask(part, name)]));
  };
  return frames.map((frame) => mask(withoutLoopbackIds(frame), '') as Json);
}

function shapeOf(list: readonly unknown[]): string {
  const [first] = list;
  if (first === undefined) return '<empty list>';
  const isObject = typeof first === 'object' && first !== null && !Array.isArray(first);
  return isObject ? `<list of {${Object.keys(first).sort().join(', ')}}>` : `<list>`;
}

/** The API of the recordings gave a subagent's message the number of another that came at once. */
function withoutLoopbackIds(frame: Json): Json {
  if (frame.type !== 'assistant' || frame.parent_tool_use_id === null) return frame;
  return { ...frame, message: { ...(frame.message as Json), id: '<message>' } };
}

/** How a process ended; what an engine says of a bad line or of a failed hook is its own affair. */
export function maskExit({ code, signal, stderr }: Exit): Exit {
  const told = stderr.replace(/((?:Syntax|Type)Error|hook callback \w+:)[\s\S]*/, '$1');
  return { code, signal, stderr: told };
}

interface Exit {
  code: number | null;
  signal: string | null;
  stderr: string;
}
