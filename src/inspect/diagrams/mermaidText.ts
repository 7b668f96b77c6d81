/** Breaks a line at spaces. Continuation lines start with `indent`. */
export function wrapText(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length <= width || current === '') current = longer;
    else {
      lines.push(current);
      current = indent + word;
    }
  }
  return [...lines, current];
}

/** Turns everything that Mermaid could read as its own syntax or as Markdown into an entity. */
export function escapeText(text: string): string {
  return text.replace(
    /[^\p{L}\p{N} .,/()[\]&|!?=+'↺→•·\u00a0-]|-(?=-)/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}

const mermaidKeywords =
  /^(state|note|class|classdef|style|scale|direction|click|end|default|href|acctitle|accdescr|hide|as|root)$/i;

/** Mermaid also looks names up in plain objects, so it trips over names such as `constructor`. */
function isReserved(word: string): boolean {
  return mermaidKeywords.test(word) || word in Object.prototype;
}

/**
 * Creates a function that gives out ids which are unique and safe in Mermaid. It takes a key, for
 * which it always returns the same id, and the id that you would like.
 */
export function createIds(): (key: string, preferred: string) => string {
  const idsByKey = new Map<string, string>();
  const used = new Set<string>();
  return (key, preferred) => {
    const known = idsByKey.get(key);
    if (known !== undefined) return known;
    const word = preferred.replace(/\W/g, '_');
    let id = isReserved(word) ? `${word}_` : word;
    while (used.has(id)) id += '_';
    idsByKey.set(key, id);
    used.add(id);
    return id;
  };
}
