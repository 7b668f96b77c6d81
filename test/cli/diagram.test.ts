import { describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../src/cli/commandLine.js';
import { diagramPages } from '../../src/inspect/diagrams/diagramPages.js';
import { machineDiagrams } from '../../src/inspect/diagrams/machineDiagrams.js';
import { memoryHost } from './support/memoryHost.js';

async function diagram(...args: string[]) {
  const host = memoryHost();
  expect(await runCommandLine(['diagram', ...args], host)).toBe(0);
  return host.out();
}

const names = Object.keys(machineDiagrams);

describe('claude-actors diagram', () => {
  it('lists the machines', async () => {
    const lines = (await diagram()).trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(names);
  });

  it.each(names)('draws %s as its page does', async (name) => {
    const drawing = await diagram(name);
    expect(drawing).toMatch(/^stateDiagram-v2\n/);
    expect(await diagram(name, '--page')).toContain(drawing);
    expect(await diagram('--page', name)).toBe(diagramPages()[`${name}.md`]);
  });
});
