import { closingQuote, quoteAt, type Span, spanOf } from './secretSpan.js';

// In JSON inside a JSON string, a line break is an escape sequence.
const gap = /(?:[\s,]|\\+[nrt])*/y;
const bareName = /[\w$.-]+/y;
const binding = /\s*(?:=>|[:=])\s*/y;
const literal = /(?:true|false|null|undefined)(?=[\s,;}\]"'`\\]|$)/y;
const bareValue = /[^\s,{}[\]"'`\\]+/y;

/** The values of the object that starts at `start`, as far as the text can be parsed. */
export function valuesOfMap(text: string, start: number): Span[] {
  const values: Span[] = [];
  let at: number | undefined = start + 1;
  while (at !== undefined) {
    const name = endOfName(text, endOf(gap, text, at) ?? at);
    const value = name && endOf(binding, text, name);
    if (value === undefined) break;
    const span = endOf(literal, text, value) === undefined ? spanAt(text, value) : undefined;
    if (span) values.push(span);
    at = endOfValue(text, value);
  }
  return values;
}

function endOfName(text: string, at: number): number | undefined {
  return endOfQuoted(text, at) ?? endOf(bareName, text, at);
}

function endOfValue(text: string, at: number): number | undefined {
  return endOfQuoted(text, at) ?? endOf(literal, text, at) ?? spanAt(text, at)?.end;
}

function spanAt(text: string, at: number): Span | undefined {
  if (quoteAt(text, at) || /[[{]/.test(text[at] ?? '')) return spanOf(text, at, 'plain');
  const end = endOf(bareValue, text, at);
  return end === undefined ? undefined : { start: at, end };
}

/** The position after the closing quote. */
function endOfQuoted(text: string, at: number): number | undefined {
  const quote = quoteAt(text, at);
  return quote && closingQuote(text, quote) + quote.depth + 1;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
