/** Breaks a line at spaces; later parts are indented. */
export function wrap(text: string, width: number, indent = ''): string[] {
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

/** As Mermaid takes it: what it could read as its own marks or as Markdown becomes an entity. */
export function escapeText(text: string): string {
  return text.replace(
    /[^\p{L}\p{N} .,/()[\]&|!?=+'↺→•·\u00a0-]|-(?=-)/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}

/** Words that Mermaid takes for the beginning of a statement, or keeps for itself. */
const statements =
  /^(state|note|class|classdef|style|scale|direction|click|end|default|href|acctitle|accdescr|hide|as|root)$/i;
/** It also looks names up in plain objects, and so finds what those inherit. */
const isReserved = (word: string) => statements.test(word) || word in Object.prototype;

/** Gives names that no two share and that Mermaid takes; the same key always gets the same. */
export function idGiver(): (key: string, wish: string) => string {
  const given = new Map<string, string>();
  const used = new Set<string>();
  return (key, wish) => {
    const known = given.get(key);
    if (known !== undefined) return known;
    const word = wish.replace(/\W/g, '_');
    let id = isReserved(word) ? `${word}_` : word;
    while (used.has(id)) id += '_';
    given.set(key, id);
    used.add(id);
    return id;
  };
}
