import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const source = fileURLToPath(new URL('../src/mcp.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-mcp-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shared: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

/** The declarations as they are published, in a folder that has no packages at all. */
function publish(): void {
  const options = { ...shared, types: ['node'], declaration: true, emitDeclarationOnly: true };
  ts.createProgram([source], {
    ...options,
    noCheck: true,
    rootDir: fileURLToPath(new URL('../src/', import.meta.url)),
    outDir: folder,
  }).emit();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
}

const user = `
import { createSdkMcpServer, tool } from './mcp.js';
declare const number: { _output: number };
const add = tool('add', 'Adds', { a: number }, async ({ a }) => {
  const sum: number = a;
  // @ts-expect-error a number
  const text: string = a;
  return { content: [{ type: 'text', text: text + sum }] };
});
export const server = createSdkMcpServer({ name: 'calc', tools: [add] });
`;

describe('the types of MCP tools', () => {
  it('compile for a user who has neither zod nor the MCP SDK, without skipLibCheck', () => {
    publish();
    const file = join(folder, 'user.ts');
    writeFileSync(file, user);
    const lib = ['lib.es2023.d.ts', 'lib.dom.d.ts'];
    const program = ts.createProgram([file], {
      ...shared,
      lib,
      types: [],
      noEmit: true,
      skipLibCheck: false,
    });
    const found = ts.getPreEmitDiagnostics(program).map(({ messageText, file: where }) => {
      return `${where?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    expect(found).toEqual([]);
  }, 60_000);
});
