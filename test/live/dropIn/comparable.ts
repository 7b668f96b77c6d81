import type { ApiRequest } from '../../support/messagesApi.js';
import type { Trace } from './runProgram.js';

/** What the CLI adds to messages of a turn whose prompt has an id: here every prompt gets one. */
export const ofNamedPrompts = [
  'user_message_uuid',
  'user_message_uuids',
  'request_sent_wall_ms',
  'first_request_input_tokens',
  'first_request_cache_read_input_tokens',
  'owed_rows',
] as const;

const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\ba[0-9a-f]{16}\b|\bmsg_\d+\b/g;
const ofOneRun = new Set([
  ...['timestamp', 'end_time', 'pid', 'run_id', 'request_id'],
  ...['duration_ms', 'duration_api_ms', 'durationMs', 'totalDurationMs'],
  ...['ttft_ms', 'ttft_stream_ms', 'time_to_request_ms', 'first_content_frame_ms'],
]);
const replaced: readonly [RegExp, string][] = [
  [/cc-socks\/\d+/g, '<socket>'],
  [/duration_ms: \d+/g, '<duration>'],
  [/-blob-\d+-\w+/g, '-blob-<id>'],
  // The words are those of the MCP package that finds the mistake.
  [/(?<=Invalid arguments for tool \w+: )(\[\n.*?\n\]|Invalid input[^\n]*)/gs, '<mistake>'],
];

type Compared = Pick<Trace, 'channels' | 'requests'>;

/** What must be the same: ids are numbered in their order, and what only one run has is left out. */
export function comparable({ channels, requests, places }: Trace): Compared {
  // Which channel comes first is chance, and would number the ids.
  const compared = Object.fromEntries(Object.entries(channels).sort());
  const left = new Set<string>(ofNamedPrompts);
  const numbers = new Map<string, string>();
  const numbered = (id: string) => {
    const number = numbers.get(id) ?? `<id ${numbers.size + 1}>`;
    numbers.set(id, number);
    return number;
  };
  const plain = (text: string) => {
    const anywhere = places.reduce((rest, place) => rest.replaceAll(place, '<place>'), text);
    const anytime = replaced.reduce((rest, [from, to]) => rest.replace(from, to), anywhere);
    return anytime.replace(ids, numbered);
  };
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string') return plain(part);
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part)
        .filter(([key]) => !left.has(key))
        .map(([key, inner]) => [plain(key), ofOneRun.has(key) ? `<${key}>` : visit(inner)]),
    );
  };
  return visit({ channels: compared, requests: requests.map(asTheModelSees) }) as Compared;
}

/** A text and one block of text are the same to the model; the metadata names the machine. */
function asTheModelSees(request: ApiRequest): object {
  const messages = request.messages.map(({ content, ...rest }) => ({
    ...rest,
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  }));
  return { ...request, messages, metadata: undefined };
}
