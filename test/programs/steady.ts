import { comparable } from '../live/dropIn/comparable.js';
import type { Trace } from '../live/dropIn/runProgram.js';
import type { ApiRequest, Model } from '../support/messagesApi.js';

/** What the CLI asks the model besides the conversation, at moments of its own choice. */
const asides: Record<string, RegExp> = {
  title: /You are naming a coding session|Generate a concise, sentence-case title/,
  suggestion: /\[SUGGESTION MODE:/,
};

function asideOf(request: ApiRequest): string | undefined {
  // A reminder of the system may follow the last message.
  const text = JSON.stringify([request.system, request.messages.slice(-2)]);
  return Object.keys(asides).find((kind) => asides[kind]?.test(text));
}

/** A model that follows its script in the conversation alone. */
export function withAsides(model: Model): Model {
  return (request) => {
    const aside = asideOf(request);
    if (aside === 'title') return [{ text: '{"title":"A short title"}' }];
    // A suggestion comes after the turn, or not at all if the program is faster.
    if (aside === 'suggestion') return [{ status: 400, error: 'no suggestion' }];
    return model(request);
  };
}

/** Numbers that depend on the machine's mood: times, rates, and costs to which asides add. */
const moody = /(ms|Ms|PerSecond)$|^(amount|token_count|updatedAt|uptime)$/;

const masked: readonly [RegExp, string][] = [
  [/\(node:\d+\)/g, '(node:<pid>)'],
  [/\b(durationMs|totalMs)=\d+/g, '$1=<ms>'],
  [/(\\*"\w*(?:_ms|Ms)\\*"):\d+/g, '$1:<ms>'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/cc_version=[\d.]+\.[0-9a-f]{3}/g, 'cc_version=<version>'],
  [/plans\/[\w-]+\.md/g, 'plans/<name>.md'],
  [/harnessSectionHash\\*":\\*"[0-9a-f]{16}/g, 'harnessSectionHash":"<hash>'],
];

/** What must be the same whoever runs the program: the trace without what chance decides. */
export function steady(trace: Trace): object {
  const requests = trace.requests.filter((request) => asideOf(request) === undefined);
  // The order of tools means nothing.
  for (const { tools } of requests) tools?.sort((a, b) => (a.name < b.name ? -1 : 1));
  const { channels, requests: compared } = comparable({ ...trace, requests });
  // Several parts of a program write to its log at once.
  channels.stderr?.sort();
  return calm({ channels, requests: compared }) as object;
}

function calm(part: unknown): unknown {
  if (typeof part === 'string') {
    return masked.reduce((text, [from, to]) => text.replace(from, to), part);
  }
  if (Array.isArray(part)) return part.map(calm);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, inner]) => [key, moody.test(key) ? `<${key}>` : calm(inner)]),
  );
}
