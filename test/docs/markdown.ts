/** A fenced block of a page, with what the comments right before it say. */
export interface Block {
  page: string;
  /** Of its first line of code, counted from 1. */
  line: number;
  language: string;
  text: string;
  notes: Readonly<Record<string, string>>;
  /** The block that follows with nothing in between. */
  next?: Block;
}

export interface Link {
  page: string;
  line: number;
  target: string;
}

export interface Page {
  path: string;
  blocks: readonly Block[];
  links: readonly Link[];
  anchors: ReadonlySet<string>;
  /** What is in backticks within the text. */
  codeSpans: readonly string[];
}

const fence = /^\s*(`{3,}|~{3,})\s*([\w-]*)/;
const note = /^<!--\s*([\w -]+?):\s*(.*?)\s*-->$/;
const heading = /^#{1,6}\s+(.*)$/;
const codeSpan = /`([^`]+)`/g;
const link = /\]\(([^()\s]+)\)/g;

export function readPage(path: string, text: string): Page {
  const blocks: Block[] = [];
  const links: Link[] = [];
  const codeSpans: string[] = [];
  const anchors = new Set<string>();
  let notes: Record<string, string> = {};
  let before: Block | undefined;
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const opening = fence.exec(line);
    if (opening) {
      const [, mark = '', language = ''] = opening;
      const end = lines.findIndex((one, at) => at > index && one.trim() === mark);
      if (end === -1) throw new Error(`${path}:${index + 1}: this block has no end.`);
      const body = lines.slice(index + 1, end).join('\n');
      const block: Block = { page: path, line: index + 2, language, text: body, notes };
      if (before) before.next = block;
      blocks.push(block);
      before = block;
      notes = {};
      index = end;
      continue;
    }
    if (line.trim() === '') continue;
    const [, name = '', value = ''] = note.exec(line.trim()) ?? [];
    before = undefined;
    notes = name ? { ...notes, [name]: value } : {};
    const title = heading.exec(line)?.[1];
    if (title) anchors.add(anchorOf(title, anchors));
    for (const [, span = ''] of line.matchAll(codeSpan)) codeSpans.push(span);
    for (const [, target = ''] of line.replaceAll(codeSpan, '').matchAll(link)) {
      links.push({ page: path, line: index + 1, target });
    }
  }
  return { path, blocks, links, anchors, codeSpans };
}

/** As GitHub makes them. */
function anchorOf(title: string, taken: ReadonlySet<string>): string {
  const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
  if (!taken.has(anchor)) return anchor;
  let count = 1;
  while (taken.has(`${anchor}-${count}`)) count += 1;
  return `${anchor}-${count}`;
}
