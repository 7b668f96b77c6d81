import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'claude-actors-rules-'));

/** What the cases import. */
const targets = [
  ...['codec/frames', 'ffi/Port', 'options/table', 'machines/chart', 'actors/observer'],
  ...['inspect/chart', 'inspect/page/openPage', 'inspect/page/model/Rows'],
  ...['inspect/page/server/Hub', 'official/names', 'statechart/run', 'util/lazy'],
  ...['Session', 'errors', 'defaults'],
];

const forbidden: [path: string, source: string][] = [
  ['codec/x', "import { it } from '../ffi/Port.js';"],
  ['codec/x', "import type { It } from '../ffi/Port.js';"],
  ['codec/x', "import { createMachine } from 'xstate';"],
  ['codec/x', "import { readFileSync } from 'node:fs';"],
  ['codec/x', "import fs = require('node:fs');"],
  ['codec/x', "import { Anthropic } from '@anthropic-ai/sdk';"],
  ['codec/x', "import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';"],
  ['options/x', "import { z } from 'zod';"],
  ['actors/x', "import Anthropic from '@anthropic-ai/sdk';"],
  ['handle', "export const x = await import('@modelcontextprotocol/sdk/server/mcp.js');"],
  ['codec/x', "export { it } from '../options/table.js';"],
  ['ffi/x', "import { it } from '../codec/frames.js';"],
  ['ffi/x', "import type { It } from '../codec/frames.js';"],
  ['ffi/x', "export type Actor = import('xstate').AnyActor;"],
  ['ffi/x', "export const x = await import('xstate');"],
  ['ffi/x', "export const x = require('xstate');"],
  ['machines/x', "import { it } from '../codec/frames.js';"],
  ['machines/x', "import { it, type It } from '../codec/frames.js';"],
  ['machines/x', "import type { It } from '../ffi/Port.js';"],
  ['machines/x', "import { setTimeout } from 'node:timers/promises';"],
  ['machines/x', "import { it } from '../statechart/run.js';"],
  ['machines/x', "export const x = await import('../inspect/page/openPage.js');"],
  ['statechart/x', "import { it } from '../machines/chart.js';"],
  ['statechart/x', "import type { It } from '../codec/frames.js';"],
  ['util/x', "import { it } from '../errors.js';"],
  ['util/x', "import { createActor } from 'xstate';"],
  ['actors/x', "import { it } from '../Session.js';"],
  ['actors/x', "import { it } from '../inspect/page/openPage.js';"],
  ['actors/x', "import { it } from '../official/names.js';"],
  ['actors/x', "import { trace } from '@opentelemetry/api';"],
  ['actors/x', "import { createRequire } from 'node:module';"],
  ['inspect/page/model/x', "import { readFileSync } from 'node:fs';"],
  ['inspect/page/model/x', "import { it } from '../../chart.js';"],
  ['inspect/page/client/x', "import { it } from '../server/Hub.js';"],
  ['inspect/page/client/x', "import { createActor } from 'xstate';"],
  ['options/x', "import { it } from '../ffi/Port.js';"],
  ['handle', "import { it } from './codec/frames.js';"],
  ['opentelemetry/x', "import { it } from '../actors/observer.js';"],
  ['warnings', "import type { It } from './codec/frames.js';"],
  ['newRoom/x', "import { it } from '../errors.js';"],
];

const allowed: typeof forbidden = [
  ['machines/x', "import type { It } from '../codec/frames.js';"],
  ['machines/x', "import { it } from '../defaults.js';"],
  ['ffi/deep/x', "import { it } from '../../errors.js';"],
  ['ffi/x', "import { readFile } from 'node:fs/promises';"],
  ['ffi/x', "import { createRequire } from 'node:module';"],
  ['ffi/x', "export const x = require('node:fs');"],
  ['codec/x', "import { it } from '../util/lazy.js';"],
  ['codec/x', "import type { MessageParam } from '@anthropic-ai/sdk/resources';"],
  ['options/x', "import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';"],
  ['handle', "import type { ZodType } from 'zod';"],
  ['statechart/x', "import { createActor } from 'xstate';"],
  ['actors/x', "import { it } from '../codec/frames.js';"],
  ['actors/x', "import { it } from '../statechart/run.js';"],
  ['actors/x', "export const x = await import('../inspect/page/openPage.js');"],
  ['inspect/page/model/x', "import type { It } from '../../chart.js';"],
  ['inspect/page/client/x', "import { it } from '../model/Rows.js';"],
  ['handle', "import { it } from './machines/chart.js';"],
  ['handle', "import type { It } from './official/names.js';"],
  ['index', "export { it } from './official/names.js';"],
  ['official/x', "import { it } from '../Session.js';"],
  ['testing/index', "import { it } from '../Session.js';"],
];

interface Report {
  summary: { violations: { from: string; rule: { name: string } }[] };
}

let violations: Report['summary']['violations'];

/** A file of its own for each case, in its room. */
function fileOf(path: string, index: number): string {
  const isRoom = ['index', 'warnings'].includes(path);
  return isRoom ? `src/${path}.ts` : `src/${path}${index}.ts`;
}

function write(path: string, source: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, source);
}

beforeAll(() => {
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const compilerOptions = { module: 'nodenext', target: 'es2022' };
  write('tsconfig.json', JSON.stringify({ compilerOptions }));
  write('package.json', '{"type":"module"}');
  for (const path of targets) {
    write(`src/${path}.ts`, 'export const it = 1; export interface It { it: 1 }');
  }
  for (const [index, [path, source]] of [...forbidden, ...allowed].entries()) {
    write(fileOf(path, index), source);
  }
  const depcruise = join(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(project, '.dependency-cruiser.mjs');
  const args = [depcruise, 'src', '--config', config, '--output-type', 'json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  ({ violations } = (JSON.parse(stdout) as Report).summary);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function broken(path: string, index: number): string[] {
  const file = fileOf(path, index);
  return violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
}

describe('who may import whom', () => {
  it.each(forbidden.map((one, index) => [...one, index] as const))(
    'forbids, in %s: %s',
    (path, _source, index) => expect(broken(path, index)).not.toEqual([]),
  );

  it.each(allowed.map((one, index) => [...one, forbidden.length + index] as const))(
    'allows, in %s: %s',
    (path, _source, index) => expect(broken(path, index)).toEqual([]),
  );
});
