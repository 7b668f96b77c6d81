import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { findAny, writtenAny } from './publicTypesAny.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-types-'));
const published = join(folder, 'claude-actors');
const shared: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  typeRoots: [join(root, 'node_modules', '@types')],
};

/** What somebody writes who uses the package as it is published. */
const user = `
import {
  ClaudeActorsError, ClaudeSDKClient, collectItems, query, startSession,
  type CanUseTool, type HookCallback, type Message, type Options, type StreamItem, type Turn,
} from './claude-actors/index.js';

type IsAny<Type> = 0 extends 1 & Type ? true : false;
const no = <Type>(_value: Type, isAny: IsAny<Type>) => isAny;

const hook: HookCallback = async (input) => {
  no(input, false);
  return input.hook_event_name === 'PreToolUse' ? { decision: 'block' } : {};
};
const canUseTool: CanUseTool = async (name, input) =>
  name === 'Bash' ? { behavior: 'deny', message: 'No.' } : { behavior: 'allow', updatedInput: input };
const options: Options = { model: 'sonnet', hooks: { PreToolUse: [{ hooks: [hook] }] }, canUseTool };
// @ts-expect-error no such option
const wrong: Options = { modle: 'sonnet' };

export async function main(): Promise<void> {
  for await (const message of query({ prompt: 'Hello', options })) {
    no(message, false);
    if (message.type === 'result') no(message.is_error satisfies boolean, false);
  }
  const asked = query('Hello', options);
  no((await asked.next()).value, false);
  no((await asked.items().next()).value, false);
  no((await asked.envelopes().next()).value, false);
  const { items, terminalError } = await collectItems(asked);
  items satisfies StreamItem[];
  terminalError satisfies ClaudeActorsError | undefined;

  const session = await startSession({ options });
  const turn: Turn = session.send('Hello');
  for await (const message of turn) message satisfies Message;
  no(await turn.result, false);
  no((await session.messages().next()).value, false);
  no((await session.envelopes().next()).value, false);
  no((await turn.envelopes().next()).value, false);
  no((await session.events().next()).value, false);
  no(await session.request('anything'), false);
  no(await session.initialization, false);
  no(await session.mcpServerStatus(), false);
  session.on('warning', (warning) => no(warning.context.field, false));
  // @ts-expect-error no such event
  session.on('warnings', () => {});
  session.actor.subscribe((snapshot) => no(snapshot.context, false));
  await session.end();

  const client = new ClaudeSDKClient(options);
  no((await client.receiveMessages().next()).value, false);
  no((await client.receiveResponse().next()).value, false);
}
`;

let program: ts.Program;

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  ts.createProgram([join(root, 'src', 'index.ts')], {
    ...shared,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: join(root, 'src'),
    outDir: published,
  }).emit();
  const file = join(folder, 'user.ts');
  writeFileSync(file, user);
  program = ts.createProgram([file], { ...shared, noEmit: true, skipLibCheck: false });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isPublished = ({ fileName }: ts.SourceFile) => fileName.startsWith(published);

describe('the public types', () => {
  it('hold no any', () => {
    const index = program.getSourceFile(join(published, 'index.d.ts'));
    const checker = program.getTypeChecker();
    const module = index && checker.getSymbolAtLocation(index);
    expect(module && checker.getExportsOfModule(module).length).toBeGreaterThan(100);
    expect(module && findAny(checker, module, isPublished)).toEqual([]);
    expect(program.getSourceFiles().filter(isPublished).flatMap(writtenAny)).toEqual([]);
  }, 120_000);

  it('serve a strict user who checks libraries too', () => {
    // Errors inside other packages are theirs: the MCP SDK's types need those of a browser.
    const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
    const found = files.flatMap((file) => ts.getPreEmitDiagnostics(program, file));
    const problems = found.map(({ messageText, file, start = 0 }) => {
      const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
      return `${file?.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    expect(problems).toEqual([]);
  }, 120_000);
});

describe('the search for any', () => {
  it('finds it in members, parameters, returns, type arguments and index signatures', () => {
    const file = join(folder, 'faulty.d.ts');
    writeFileSync(
      file,
      `
export interface Box { inside: { deep: Promise<any>[] }; fine: Promise<unknown> }
export declare function call(given: (value: any) => void): Record<string, any>;
export declare const fine: Map<string, AsyncIterable<number>>;
export declare class Store<Item extends any[]> { #hidden; items: Set<Item>; }
`,
    );
    const faulty = ts.createProgram([file], { ...shared, types: [] });
    const checker = faulty.getTypeChecker();
    const source = faulty.getSourceFile(file) as ts.SourceFile;
    const module = checker.getSymbolAtLocation(source) as ts.Symbol;
    const found = findAny(checker, module, (one) => one === source);
    expect(found).toEqual(
      expect.arrayContaining(['Box.inside.deep<><>', 'call(given)(value)', 'call()<>']),
    );
    expect(found.filter((path) => path.startsWith('fine') || path.includes('hidden'))).toEqual([]);
    expect(writtenAny(source)).toHaveLength(4);
  }, 60_000);
});
