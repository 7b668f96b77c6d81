import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { scenarios } from '../../src/testing/scenarios.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/testing.md');

/** The first words of the rows of the table whose head begins with this. */
function firstColumn(head: string): string[] {
  const [, table = ''] = page.split(`\n| ${head} | what`);
  const rows = table.split('\n\n')[0]?.split('\n').slice(2) ?? [];
  return rows.map((row) => /`(?:\{ )?(\w+)/.exec(row)?.[1] ?? '');
}

function membersOf(name: string): string[] {
  const source = read('src/testing/scenario.ts');
  const file = ts.createSourceFile('scenario.ts', source, ts.ScriptTarget.Latest, true);
  return file.statements
    .filter(ts.isInterfaceDeclaration)
    .filter((one) => one.name.text === name)
    .flatMap(({ members }) => members.map((member) => member.name?.getText() ?? ''));
}

describe('docs/testing.md', () => {
  it('has every scenario that comes with the package', () => {
    expect(firstColumn('scenario')).toEqual(Object.keys(scenarios));
  });

  it('has every fault', () => {
    expect(firstColumn('fault')).toEqual(membersOf('Faults'));
  });

  it('has every part of a scenario', () => {
    for (const name of membersOf('Scenario')) expect(page).toContain(`\`${name}\``);
  });
});
