export interface Span {
  start: number;
  end: number;
}

/**
 * The context decides where a value ends. In a shell, quoted and unquoted pieces without a space
 * between them are one value. A header extends to the end of its line.
 */
export type ValueContext = 'plain' | 'shell' | 'header';

/** The range of the value that starts at `start`, without its quotes. */
export function spanOf(text: string, start: number, context: ValueContext): Span | undefined {
  const quote = quoteAt(text, start);
  if (quote !== undefined) {
    const close = closingQuote(text, quote);
    const after = close + quote.depth + 1;
    if (context === 'shell' && close < text.length && continuesAt(text, after)) {
      return { start, end: shellEnd(text, after) };
    }
    return close > quote.next ? { start: quote.next, end: close } : undefined;
  }
  if (text[start] === '[' || text[start] === '{') {
    const end = closingBracket(text, start);
    return {
      start,
      end: context === 'shell' && continuesAt(text, end) ? shellEnd(text, end) : end,
    };
  }
  const end = context === 'shell' ? shellEnd(text, start) : unquotedEnd(text, start, context);
  return end > start ? { start, end } : undefined;
}

/** The end of an unquoted value: the end of the line for a header, otherwise the next space. */
function unquotedEnd(text: string, start: number, context: ValueContext): number {
  const stop = context === 'header' ? /[\r\n"'`]/g : /[\s"'`]/g;
  stop.lastIndex = start;
  let end = stop.exec(text)?.index ?? text.length;
  // The backslashes before a quote belong to it.
  if (/["'`]/.test(text[end] ?? '')) while (end > start && text[end - 1] === '\\') end--;
  return end;
}

function shellEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = unquotedEnd(text, at, 'shell');
    const quote = quoteAt(text, at);
    if (quote !== undefined && (text[at - 1] === '$' || continuesAt(text, quote.next))) {
      const close = closingQuote(text, quote);
      if (close === text.length) return close;
      at = close + quote.depth + 1;
      if (!continuesAt(text, at)) return at;
    } else if (/[ \t]/.test(text[at] ?? '') && at > start && text[at - 1] === '\\') {
      at++;
    } else {
      return at;
    }
  }
}

/** Whether the text at this position continues the value before it. */
function continuesAt(text: string, at: number): boolean {
  const quote = quoteAt(text, at);
  const next = quote === undefined ? text[at] : text[quote.next];
  return next !== undefined && !/[\s,;:)\]}\\"'`]/.test(next);
}

export interface Quote {
  mark: string;
  /** Backslashes before it: 0 in plain JSON, 1 in JSON inside a JSON string, then 3, 7, … */
  depth: number;
  next: number;
}

export function quoteAt(text: string, at: number): Quote | undefined {
  let next = at;
  while (text[next] === '\\') next++;
  const mark = text[next];
  if (mark !== '"' && mark !== "'" && mark !== '`') return undefined;
  return { mark, depth: next - at, next: next + 1 };
}

/** Where the quoted text ends: before its closing quote, or at the end of a truncated text. */
export function closingQuote(text: string, quote: Quote): number;
/** Undefined if the quoted text has more than `maxLength` characters. */
export function closingQuote(text: string, quote: Quote, maxLength?: number): number | undefined;
export function closingQuote(
  text: string,
  { mark, depth, next }: Quote,
  maxLength = text.length,
): number | undefined {
  let slashes = 0;
  const limit = Math.min(text.length, next + maxLength + 1);
  for (let at = next; at < limit; at++) {
    if (text[at] === '\\') {
      slashes++;
      continue;
    }
    const closes = slashes < depth || (slashes - depth) % (2 * depth + 2) === 0;
    if (text[at] === mark && closes) return at - Math.min(slashes, depth);
    slashes = 0;
  }
  return limit === text.length ? limit : undefined;
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
