import { hidden, isSecretName } from './secretNames.js';

/**
 * Hides secrets in text of any kind: log lines, command lines, JSON that was cut.
 * Every step looks at each character a bounded number of times.
 */
export function scanText(text: string): string {
  // Names before shapes: a shape hidden inside a longer value would cut that value in two.
  return hideShapes(hideNamed(hideUserInfo(text)));
}

// Greedy up to the last `@`, since a password may hold one; no slash is passed, so two tries never overlap.
const userInfo = /:\/\/([^\s/?#"'`<>\\]*)@/g;

function hideUserInfo(text: string): string {
  return text.replace(userInfo, (whole, info: string, at: number) => {
    const web = /https?$/i.test(text.slice(Math.max(0, at - 5), at));
    // `ssh://git@host` names an account, `https://x@host` is mostly a token.
    return info.includes(':') || (web && info !== '') ? `://${hidden}@` : whole;
  });
}

const keyShape = /(?<![A-Za-z0-9])sk-(?:ant-[\w-]+|[\w-]{16,})/g;
const bearerShape = /\b(bearer)([ \t]+)[\w.~+/-]{8,}=*/gi;

function hideShapes(text: string): string {
  return text.replace(keyShape, hidden).replace(bearerShape, `$1$2${hidden}`);
}

const word = /[\w-]+/g;
// After a name: its closing quote, then what binds a value to it.
const binding = /(\\*["'`])?\s*(=>|[=:])\s*/y;

function hideNamed(text: string): string {
  let out = '';
  let done = 0;
  word.lastIndex = 0;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const value = findValue(text, match[0], word.lastIndex);
    if (value === undefined) continue;
    out += text.slice(done, value.start) + hidden;
    done = value.end;
    word.lastIndex = value.end;
  }
  return out + text.slice(done);
}

interface Span {
  start: number;
  end: number;
}

function findValue(text: string, name: string, after: number): Span | undefined {
  if (!isSecretName(name)) return undefined;
  binding.lastIndex = after;
  const bound = binding.exec(text);
  if (bound === null) {
    return name.startsWith('--') ? valueAt(text, skipBlanks(text, after), name) : undefined;
  }
  const prose = bound[1] === undefined && bound[2] === ':' && !name.startsWith('--');
  if (prose && !isSecretName(name, 'prose')) return undefined;
  return valueAt(text, binding.lastIndex, name);
}

function skipBlanks(text: string, at: number): number {
  let next = at;
  while (text[next] === ' ' || text[next] === '\t') next++;
  return next === at ? text.length : next;
}

const literal = /(?:true|false|null|undefined)(?=[\s,;}\]"'`]|$)/y;

function valueAt(text: string, start: number, name: string): Span | undefined {
  literal.lastIndex = start;
  if (start >= text.length || literal.test(text)) return undefined;
  const quote = quoteAt(text, start);
  if (quote !== undefined) {
    const end = closingQuote(text, quote);
    return end > quote.next ? { start: quote.next, end } : undefined;
  }
  const header = /authorization$/i.test(name);
  if (text[start] === '[' || text[start] === '{') {
    return { start, end: closingBracket(text, start) };
  }
  const end = unquotedEnd(text, start, header);
  return end > start ? { start, end } : undefined;
}

/** A header goes on to the end of its line, anything else to the next blank. */
function unquotedEnd(text: string, start: number, header: boolean): number {
  const stop = header ? /[\r\n"'`]/g : /[\s"'`]/g;
  stop.lastIndex = start;
  let end = stop.exec(text)?.index ?? text.length;
  // The backslashes before a quote belong to it.
  if (/["'`]/.test(text[end] ?? '')) while (end > start && text[end - 1] === '\\') end--;
  return end;
}

interface Quote {
  mark: string;
  /** Backslashes before it: 0 in plain JSON, 1 in JSON inside a JSON string, then 3, 7, … */
  depth: number;
  next: number;
}

function quoteAt(text: string, at: number): Quote | undefined {
  let next = at;
  while (text[next] === '\\') next++;
  const mark = text[next];
  if (mark !== '"' && mark !== "'" && mark !== '`') return undefined;
  return { mark, depth: next - at, next: next + 1 };
}

/** Where the quoted text ends: before its closing quote, or at the end of a text that was cut. */
function closingQuote(text: string, { mark, depth, next }: Quote): number {
  let slashes = 0;
  for (let at = next; at < text.length; at++) {
    if (text[at] === '\\') {
      slashes++;
      continue;
    }
    const closes = slashes < depth || (slashes - depth) % (2 * depth + 2) === 0;
    if (text[at] === mark && closes) return at - Math.min(slashes, depth);
    slashes = 0;
  }
  return text.length;
}

function closingBracket(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const quote = quoteAt(text, at);
    if (quote !== undefined) {
      at = closingQuote(text, quote) + quote.depth;
      continue;
    }
    while (text[at] === '\\') at++;
    if (text[at] === '[' || text[at] === '{') open++;
    if ((text[at] === ']' || text[at] === '}') && --open === 0) return at + 1;
  }
  return text.length;
}
