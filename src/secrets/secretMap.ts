import { secretLimits } from '../defaults/secretLimits.js';
import { closingQuote, quoteAt, type Span, spanOf } from './secretSpan.js';

const bareName = /[\w$.-]{1,256}/y;
const binding = /\s{0,256}(?:=>|[:=])\s{0,256}/y;
const literal = /(?:true|false|null|undefined)(?=[\s,;}\]"'`\\]|$)/y;
const afterBareValue = /[\s,{}[\]"'`\\]/g;
const { nameLength } = secretLimits;

/**
 * The values of the object that starts at `start`, as far as the text can be parsed, and where its
 * parsing ended.
 */
export function valuesOfMap(text: string, start: number): { values: Span[]; end: number } {
  const values: Span[] = [];
  let end = start + 1;
  for (;;) {
    const name = endOfName(text, skipGap(text, end));
    const value = name && endOf(binding, text, name);
    if (value === undefined) break;
    const isLiteral = endOf(literal, text, value) !== undefined;
    const span = isLiteral ? undefined : spanAt(text, value);
    if (span) values.push(span);
    const next = endOfValue(text, value, span);
    if (next === undefined) break;
    end = next;
  }
  return { values, end };
}

/** The end of the commas and blanks. In JSON inside a JSON string, a line break is an escape. */
function skipGap(text: string, at: number): number {
  let next = at;
  for (;;) {
    while (/[\s,]/.test(text[next] ?? '')) next++;
    let afterSlashes = next;
    while (text[afterSlashes] === '\\') afterSlashes++;
    if (afterSlashes === next || !/[nrt]/.test(text[afterSlashes] ?? '')) return next;
    next = afterSlashes + 1;
  }
}

function endOfName(text: string, at: number): number | undefined {
  return endOfQuoted(text, at, nameLength) ?? endOf(bareName, text, at);
}

function endOfValue(text: string, at: number, span: Span | undefined): number | undefined {
  const quote = quoteAt(text, at);
  if (quote && span) return span.end + quote.depth + 1;
  return endOfQuoted(text, at) ?? endOf(literal, text, at) ?? span?.end;
}

function spanAt(text: string, at: number): Span | undefined {
  if (quoteAt(text, at) || /[[{]/.test(text[at] ?? '')) return spanOf(text, at, 'plain');
  afterBareValue.lastIndex = at;
  const end = afterBareValue.exec(text)?.index ?? text.length;
  return end === at ? undefined : { start: at, end };
}

/** The position after the closing quote. */
function endOfQuoted(text: string, at: number, maxLength?: number): number | undefined {
  const quote = quoteAt(text, at);
  if (!quote) return undefined;
  const close = closingQuote(text, quote, maxLength);
  return close === undefined ? undefined : close + quote.depth + 1;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
