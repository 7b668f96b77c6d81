import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { diagramPages, withSessionDiagram } from '../../../src/inspect/diagrams/diagramPages.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pages = diagramPages();

function read(path: string): string {
  return readFileSync(root + path, 'utf8').replaceAll('\r\n', '\n');
}

function blocks(page: string): string[] {
  return [...page.matchAll(/```mermaid\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

describe('the diagrams folder', () => {
  it('has one file for each machine and nothing else', () => {
    expect(readdirSync(`${root}diagrams`).sort()).toEqual(Object.keys(pages).sort());
    expect(Object.keys(pages)).toHaveLength(18);
  });

  it.each(Object.keys(pages))('has an up-to-date %s; if not, run npm run diagrams', (name) => {
    expect(read(`diagrams/${name}`)).toBe(pages[name]);
  });

  it('comes out the same every time', () => {
    expect(diagramPages()).toEqual(pages);
  });
});

describe('ARCHITECTURE.md', () => {
  it('shows the current session diagram; if not, run npm run diagrams', () => {
    const text = read('ARCHITECTURE.md');
    expect(blocks(text)).toContain(blocks(pages['session.md'] ?? '')[0]);
    expect(withSessionDiagram(text)).toBe(text);
  });

  it('stays as it is without the marks', () => {
    expect(withSessionDiagram('# Title\n')).toBe('# Title\n');
  });
});

const statement = {
  declares: /^state "[^"]+" as (\w+)( \{)?$/,
  describes: /^(\w+): [^:;#]*(#\d+;[^:;#]*)*$/,
  joins: /^(\w+|\[\*\]) --> (\w+|\[\*\])(: [^:;#]*(#\d+;[^:;#]*)*)?$/,
  other: /^(direction (TB|LR)|\}|classDef any [\w:,\- ]+|class [\w,]+ any)$/,
};

describe('each diagram', () => {
  const all = Object.entries(pages).flatMap(([name, page]) =>
    blocks(page).map((block, index) => [`${name} ${index}`, block] as const),
  );

  it('exists: one for each machine, two for the session', () => {
    expect(all).toHaveLength(18);
  });

  it.each(all)('%s declares every state that it uses exactly once', (_, block) => {
    const [head, ...lines] = block.trimEnd().split('\n');
    expect(head).toBe('stateDiagram-v2');
    const declared: string[] = [];
    const used = new Set<string>();
    for (const line of lines.map((text) => text.trim())) {
      const declares = statement.declares.exec(line);
      const describes = statement.describes.exec(line);
      const joins = statement.joins.exec(line);
      expect([line, Boolean(declares || describes || joins || statement.other.test(line))]).toEqual(
        [line, true],
      );
      if (declares) declared.push(declares[1] ?? '');
      else for (const id of (describes ?? joins)?.slice(1, joins ? 3 : 2) ?? []) used.add(id);
    }
    expect(new Set(declared).size).toBe(declared.length);
    used.delete('[*]');
    expect([...used].filter((id) => !declared.includes(id))).toEqual([]);
  });

  it.each(all)('%s closes every frame', (_, block) => {
    expect(block.match(/ \{$/gm)?.length ?? 0).toBe(block.match(/^ *\}$/gm)?.length ?? 0);
  });
});
