import { secretLimits } from '../defaults/secretLimits.js';
import { valuesOfMap } from './secretMap.js';
import {
  hidden,
  isCount,
  isOrdinaryWord,
  isSecretMap,
  isSecretName,
  looksRandom,
} from './secretNames.js';
import { closingQuote, quoteAt, type Span, spanOf } from './secretSpan.js';

const { stepLength, nameLength, valueStart } = secretLimits;

/**
 * Hides secrets in any text: log lines, command lines, truncated JSON. Yields after each step of a
 * long text, so that an asynchronous caller can let others work.
 *
 * The cost is linear, whatever the text. Each character is read a bounded number of times, because
 * a long stretch is read only to be hidden or skipped as a whole, and a bounded number of characters
 * decides which.
 */
export function* scanSteps(text: string): Generator<void, string> {
  // Names come before shapes: hiding a shape inside a longer value would split that value. User info
  // comes twice, because a hidden value may have separated a password from its `@`.
  const named = yield* hideNamed(hideUserInfo(text));
  return hideShapes(hideUserInfo(named));
}

// Greedy up to the last `@`, because a password may contain one. It stops at a slash, so two
// attempts never overlap. Every pattern here is bounded: in a program with much code, V8 throws if it
// has to step back over millions of characters.
const userInfo = /:\/\/([^\s/?#"'`<>\\]{0,65536})@/g;

function hideUserInfo(text: string): string {
  return text.replace(userInfo, (whole, info: string, at: number) => {
    const web = /https?$/i.test(text.slice(Math.max(0, at - 5), at));
    // `ssh://git@host` is an account name, but `https://x@host` is usually a token.
    return info.includes(':') || (web && info !== '') ? `://${hidden}@` : whole;
  });
}

/** Keys that services mark by how they begin: of models, GitHub, GitLab, Slack, npm, Google and AWS. */
const keyShapes: readonly (readonly [beginning: string, shape: RegExp])[] = [
  ['sk-', /(?<![A-Za-z0-9])sk-(?:ant-[\w-]{1,4096}|[\w-]{16,4096})/g],
  ['gh', /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{36,4096}/g],
  ['github_pat_', /(?<![A-Za-z0-9])github_pat_\w{22,4096}/g],
  ['glpat-', /(?<![A-Za-z0-9])glpat-[\w-]{20,4096}/g],
  ['xox', /(?<![A-Za-z0-9])xox[a-z]-[\w-]{10,4096}/g],
  ['npm_', /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,4096}/g],
  ['AIza', /(?<![A-Za-z0-9])AIza[\w-]{35}/g],
  ['AKIA', /(?<![A-Za-z0-9])AKIA[A-Z0-9]{16}(?![A-Za-z0-9])/g],
  // Line breaks may be escaped. It ends at the dashes of its last line.
  ['PRIVATE KEY', /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]{0,65536}/g],
];
const bearerShape = /\b(bearer)([ \t]{1,256})[\w.~+/-]{8,65536}={0,16}/gi;

function hideShapes(text: string): string {
  let shown = text;
  for (const [beginning, shape] of keyShapes) {
    // Most texts have none of them, and to look for a beginning costs next to nothing.
    if (shown.includes(beginning)) shown = shown.replace(shape, hidden);
  }
  return shown.replace(bearerShape, `$1$2${hidden}`);
}

const word = /[\w-]{1,256}/g;
const wordEnd = /[^\w-]/g;
// After a name: its closing quote, then `=`, `:` or `=>`.
const binding = /(\\{0,256}["'`])?\s{0,256}(=>|[=:])\s{0,256}/y;
// After a quoted name: the next item of a list, or the field `value` next to a field `name`.
const nextItem =
  /\\{0,256}["'`]\s{0,256},\s{0,256}(?:(\\{0,256}["'`])value\\{0,256}["'`]\s{0,256}:\s{0,256})?/iy;

function* hideNamed(text: string): Generator<void, string> {
  let out = '';
  let done = 0;
  let nextStep = stepLength;
  // Not the shared expression: another text may be scanned between two steps.
  const words = new RegExp(word);
  for (let match = words.exec(text); match !== null; match = words.exec(text)) {
    const name = wholeWord(text, match);
    words.lastIndex = match.index + name.length;
    const { values, end } = findValues(text, name, match.index);
    for (const value of values) {
      out += text.slice(done, value.start) + hidden;
      done = value.end;
    }
    if (end !== undefined) words.lastIndex = end;
    if (words.lastIndex < nextStep) continue;
    nextStep = words.lastIndex + stepLength;
    yield;
  }
  return out + text.slice(done);
}

/** The rest of a word that is longer than the pattern reaches. */
function wholeWord(text: string, { 0: start, index }: RegExpExecArray): string {
  if (start.length < nameLength) return start;
  wordEnd.lastIndex = index + start.length;
  return text.slice(index, wordEnd.exec(text)?.index);
}

/** The values that a name announces. `end`: there is nothing more to find before that position. */
interface Found {
  values: readonly Span[];
  end?: number;
}

const nothing: Found = { values: [] };

function found(value: Span | undefined): Found {
  return value === undefined ? nothing : { values: [value], end: value.end };
}

function findValues(text: string, name: string, at: number): Found {
  return isSecretMap(name) ? mapAfter(text, at + name.length) : findValue(text, name, at);
}

function mapAfter(text: string, after: number): Found {
  binding.lastIndex = after;
  const bound = binding.exec(text);
  if (bound === null) return nothing;
  const start = binding.lastIndex;
  if (text[start] === '{') return valuesOfMap(text, start);
  const isList = bound[1] !== undefined && text[start] === '[';
  return isList ? found(spanOf(text, start, 'plain')) : nothing;
}

function findValue(text: string, name: string, at: number): Found {
  if (!isSecretName(name) && !isSecretAfter(text[at - 1], name)) return nothing;
  const after = at + name.length;
  const isFlag = name.startsWith('--');
  binding.lastIndex = after;
  const bound = binding.exec(text);
  if (bound === null) {
    return isFlag && text[after] !== undefined && /\s/.test(text[after])
      ? valueAt(text, skipBlanks(text, after), name)
      : pairedValue(text, name, after);
  }
  const start = binding.lastIndex;
  const bare = bound[1] === undefined;
  const isProse = bare && bound[2] === ':' && !isFlag;
  if (isProse && isOrdinaryWord(name) && !looksRandom(headAt(text, start))) return nothing;
  return valueAt(text, start, name, bare && bound[2] === '=');
}

/** The first characters of the value that starts here. */
function headAt(text: string, start: number): string {
  const from = quoteAt(text, start)?.next ?? start;
  return /^[^\s"'`]*/.exec(text.slice(from, from + valueStart))?.[0] ?? '';
}

/** Names that are secret only in a query string or a connection string. */
function isSecretAfter(before: string | undefined, name: string): boolean {
  if (before === ';') return /^pwd$/i.test(name);
  return (before === '?' || before === '&') && /^(?:key|sig|signature)$/i.test(name);
}

/** The value of a pair: `["x-api-key","…"]`, `{"name":"API_KEY","value":"…"}`. */
function pairedValue(text: string, name: string, after: number): Found {
  nextItem.lastIndex = after;
  const next = nextItem.exec(text);
  if (next === null) return nothing;
  const start = nextItem.lastIndex;
  if (next[1] !== undefined) return valueAt(text, start, name);
  const quote = quoteAt(text, start);
  if (quote === undefined || (isOrdinaryWord(name) && !name.startsWith('-'))) return nothing;
  const end = closingQuote(text, quote);
  // If this name is itself a value of an object, the next string is the next key.
  const isKey = end - start < nameLength && /^\\*["'`]\s*:/.test(text.slice(end, end + nameLength));
  return end > quote.next && !isKey ? found({ start: quote.next, end }) : nothing;
}

function skipBlanks(text: string, at: number): number {
  let next = at;
  while (text[next] === ' ' || text[next] === '\t') next++;
  return next === at ? text.length : next;
}

const literal = /(?:true|false|null|undefined)(?=[\s,;}\]"'`]|$)/y;

function valueAt(text: string, start: number, name: string, inShell = false): Found {
  literal.lastIndex = start;
  if (start >= text.length || literal.test(text)) return nothing;
  const header = inShell
    ? /authorization$/i.test(name)
    : /(?:authorization|auth|cookie)$/i.test(name);
  const span = spanOf(text, start, header ? 'header' : inShell ? 'shell' : 'plain');
  if (span === undefined) return nothing;
  const isCounts = areCounts(name, text.slice(span.start, span.end));
  return isCounts ? { values: [], end: span.end } : found(span);
}

/** Whether a plural name has a number as its value, or an object of numbers. */
function areCounts(name: string, value: string): boolean {
  if (isCount(name, value)) return true;
  if (!/^[[{]/.test(value) || !isCount(name, '0')) return false;
  return /^[\d\s.,[\]{}\\]*$/.test(withoutKeys(value));
}

// No backslashes before the quote: every backslash in a long run would start another attempt.
function withoutKeys(value: string): string {
  return value.replace(/["'`][\w-]{0,256}\\{0,256}["'`]\s{0,256}:/g, '');
}
