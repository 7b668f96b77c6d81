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

/**
 * Hides secrets in any text: log lines, command lines, truncated JSON. Every step reads each
 * character a bounded number of times, so the cost is linear.
 */
export function scanText(text: string): string {
  // Names come before shapes: hiding a shape inside a longer value would split that value. User info
  // comes twice, because a hidden value may have separated a password from its `@`.
  return hideShapes(hideUserInfo(hideNamed(hideUserInfo(text))));
}

// Greedy up to the last `@`, because a password may contain one. It stops at a slash, so two
// attempts never overlap.
const userInfo = /:\/\/([^\s/?#"'`<>\\]*)@/g;

function hideUserInfo(text: string): string {
  return text.replace(userInfo, (whole, info: string, at: number) => {
    const web = /https?$/i.test(text.slice(Math.max(0, at - 5), at));
    // `ssh://git@host` is an account name, but `https://x@host` is usually a token.
    return info.includes(':') || (web && info !== '') ? `://${hidden}@` : whole;
  });
}

const keyShape = /(?<![A-Za-z0-9])sk-(?:ant-[\w-]+|[\w-]{16,})/g;
const bearerShape = /\b(bearer)([ \t]+)[\w.~+/-]{8,}=*/gi;

function hideShapes(text: string): string {
  return text.replace(keyShape, hidden).replace(bearerShape, `$1$2${hidden}`);
}

const word = /[\w-]+/g;
// After a name: its closing quote, then `=`, `:` or `=>`.
const binding = /(\\*["'`])?\s*(=>|[=:])\s*/y;
// After a quoted name: the next item of a list, or the field `value` next to a field `name`.
const neighbour = /\\*["'`]\s*,\s*(?:(\\*["'`])value\\*["'`]\s*:\s*)?/iy;

function hideNamed(text: string): string {
  let out = '';
  let done = 0;
  word.lastIndex = 0;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    for (const value of findValues(text, match[0], match.index)) {
      out += text.slice(done, value.start) + hidden;
      done = value.end;
      word.lastIndex = value.end;
    }
  }
  return out + text.slice(done);
}

function findValues(text: string, name: string, at: number): readonly Span[] {
  if (isSecretMap(name)) return mapAfter(text, at + name.length);
  const value = findValue(text, name, at);
  return value === undefined ? [] : [value];
}

function mapAfter(text: string, after: number): readonly Span[] {
  binding.lastIndex = after;
  const bound = binding.exec(text);
  if (bound === null) return [];
  const start = binding.lastIndex;
  if (text[start] === '{') return valuesOfMap(text, start);
  const list = bound[1] !== undefined && text[start] === '[' && spanOf(text, start, 'plain');
  return list ? [list] : [];
}

function findValue(text: string, name: string, at: number): Span | undefined {
  if (!isSecretName(name) && !isSecretAfter(text[at - 1], name)) return undefined;
  const after = at + name.length;
  const isFlag = name.startsWith('--');
  binding.lastIndex = after;
  const bound = binding.exec(text);
  if (bound === null) {
    return isFlag && text[after] !== undefined && /\s/.test(text[after])
      ? valueAt(text, skipBlanks(text, after), name)
      : neighbourOf(text, name, after);
  }
  const bare = bound[1] === undefined;
  const value = valueAt(text, binding.lastIndex, name, bare && bound[2] === '=');
  const prose = bare && bound[2] === ':' && !isFlag;
  if (value === undefined || !prose || !isOrdinaryWord(name)) return value;
  return looksRandom(text.slice(value.start, value.end)) ? value : undefined;
}

/** Names that are secret only in a query string or a connection string. */
function isSecretAfter(before: string | undefined, name: string): boolean {
  if (before === ';') return /^pwd$/i.test(name);
  return (before === '?' || before === '&') && /^(?:key|sig|signature)$/i.test(name);
}

/** The value of a pair: `["x-api-key","…"]`, `{"name":"API_KEY","value":"…"}`. */
function neighbourOf(text: string, name: string, after: number): Span | undefined {
  neighbour.lastIndex = after;
  const found = neighbour.exec(text);
  if (found === null) return undefined;
  const start = neighbour.lastIndex;
  if (found[1] !== undefined) return valueAt(text, start, name);
  const quote = quoteAt(text, start);
  if (quote === undefined || (isOrdinaryWord(name) && !name.startsWith('-'))) return undefined;
  const end = closingQuote(text, quote);
  // If this name is itself a value of an object, the next string is the next key.
  const isKey = /^\\*["'`]\s*:/.test(text.slice(end, end + 64));
  return end > quote.next && !isKey ? { start: quote.next, end } : undefined;
}

function skipBlanks(text: string, at: number): number {
  let next = at;
  while (text[next] === ' ' || text[next] === '\t') next++;
  return next === at ? text.length : next;
}

const literal = /(?:true|false|null|undefined)(?=[\s,;}\]"'`]|$)/y;

function valueAt(text: string, start: number, name: string, inShell = false): Span | undefined {
  literal.lastIndex = start;
  if (start >= text.length || literal.test(text)) return undefined;
  const header = inShell
    ? /authorization$/i.test(name)
    : /(?:authorization|auth|cookie)$/i.test(name);
  const span = spanOf(text, start, header ? 'header' : inShell ? 'shell' : 'plain');
  if (span === undefined) return undefined;
  return counts(name, text.slice(span.start, span.end)) ? undefined : span;
}

/** Whether a plural name has a number as its value, or an object of numbers. */
function counts(name: string, value: string): boolean {
  if (isCount(name, value)) return true;
  if (!/^[[{]/.test(value) || !isCount(name, '0')) return false;
  return /^[\d\s.,[\]{}\\]*$/.test(withoutKeys(value));
}

// No backslashes before the quote: every backslash in a long run would start another attempt.
function withoutKeys(value: string): string {
  return value.replace(/["'`][\w-]*\\*["'`]\s*:/g, '');
}
