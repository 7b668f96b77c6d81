import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { violations } from './support/importRules.js';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'));

describe('who may import whom', () => {
  it('holds in every file of src', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(files.flatMap((path) => violations(path, readFileSync(src + path, 'utf8')))).toEqual([]);
  });

  it.each([
    ['codec/x.ts', "import { spawnPort } from '../ffi/spawnPort.js';"],
    ['codec/x.ts', "import type { Port } from '../ffi/Port.js';"],
    ['codec/x.ts', "import { createMachine } from 'xstate';"],
    ['codec/x.ts', "import { readFileSync } from 'node:fs';"],
    ['codec/x.ts', "export { table } from '../options/table/optionTable.js';"],
    ['ffi/x.ts', "import { decodeText } from '../codec/frames.js';"],
    ['ffi/x.ts', "import type { Frame } from '../codec/frames.js';"],
    ['ffi/x.ts', "type Actor = import('xstate').AnyActor;"],
    ['ffi/x.ts', "const x = await import('xstate');"],
    ['ffi/x.ts', "const x = require('xstate');"],
    ['machines/x.ts', "import { decodeText } from '../codec/frames.js';"],
    ['machines/x.ts', "import { decodeText, type Frame } from '../codec/frames.js';"],
    ['machines/x.ts', "import type { Port } from '../ffi/Port.js';"],
    ['machines/x.ts', "import { setTimeout } from 'node:timers/promises';"],
    ['actors/x.ts', "import { query } from '../Query.js';"],
    ['actors/x.ts', "import { openPage } from '../inspect/page/openPage.js';"],
    ['actors/x.ts', "const x = require('../inspect/page/openPage.js');"],
    ['machines/x.ts', "const x = await import('../inspect/page/openPage.js');"],
    ['inspect/page/model/x.ts', "import { readFileSync } from 'node:fs';"],
    ['inspect/page/model/x.ts', "import { readChart } from '../../chart.js';"],
    ['inspect/page/client/x.ts', "import { Hub } from '../server/Hub.js';"],
    ['inspect/page/client/x.ts', "import { createActor } from 'xstate';"],
    ['options/x.ts', "import { spawnPort } from '../ffi/spawnPort.js';"],
    ['Session.ts', "import { encodeLine } from './codec/encode.js';"],
    ['actors/x.ts', "import { trace } from '@opentelemetry/api';"],
    ['opentelemetry/x.ts', "import { Observer } from '../actors/observing/observer.js';"],
    ['errors.ts', "import type { Frame } from './codec/frames.js';"],
    ['utils/x.ts', ''],
    ['codec/x.ts', "import fs = require('node:fs');"],
    ['ffi/x.ts', 'const x = await import(name);'],
    ['ffi/x.ts', 'const x = require(name);'],
    ['ffi/x.ts', 'const x = await import(`./${' + 'name}.js`);'],
    ['ffi/x.ts', "const x = createRequire(import.meta.url)('xstate');"],
    ['ffi/x.ts', 'const x = createRequire(import.meta.url)(name);'],
    ['ffi/x.ts', "const load = createRequire(import.meta.url); load('xstate');"],
    ['ffi/x.ts', "const load = module.createRequire(import.meta.url); load('xstate');"],
    ['ffi/x.ts', "const x = module['createRequire'](import.meta.url)('xstate');"],
    ['ffi/x.ts', "import { createRequire as make } from 'node:module'; make(here)('xstate');"],
    ['ffi/x.ts', "const make = createRequire; make(here)('xstate');"],
    ['ffi/x.ts', "const { createRequire: make } = module; make(here)('xstate');"],
    ['ffi/x.ts', "let load; load = createRequire(here); load('xstate');"],
    ['ffi/x.ts', "const load = createRequire(here); const again = load; again('xstate');"],
    ['ffi/x.ts', "const load = createRequire(here); load.call(undefined, 'xstate');"],
    ['ffi/x.ts', "const tools = { load: createRequire(here) }; tools.load('xstate');"],
    ['ffi/x.ts', "export { createRequire as make } from 'node:module';"],
    ['ffi/x.ts', "const x = process.getBuiltinModule('fs');"],
    ['ffi/x.ts', "const x = globalThis.process['getBuiltinModule']('fs');"],
    ['codec/x.ts', 'export const here = process.cwd();'],
    ['codec/x.ts', 'export const here = globalThis.process.cwd();'],
    ['codec/x.ts', 'const { cwd } = process;'],
    ['codec/x.ts', 'export const it = { process };'],
    ['machines/x.ts', 'setTimeout(run, 5);'],
    ['machines/x.ts', 'const later = setInterval;'],
    ['machines/x.ts', 'globalThis.setImmediate(run);'],
  ])('forbids, in %s: %s', (path, source) => {
    expect(violations(path, source)).toHaveLength(1);
  });

  it.each([
    ['machines/x.ts', "import type { Frame } from '../codec/frames.js';"],
    ['ffi/deep/x.ts', "import { ClaudeActorsError } from '../../errors.js';"],
    ['ffi/x.ts', "import { readFile } from 'node:fs/promises';"],
    ['actors/x.ts', "import { decodeText } from '../codec/frames.js';"],
    ['actors/x.ts', "const x = await import('../inspect/page/openPage.js');"],
    ['inspect/page/model/x.ts', "import type { ChartState } from '../../chart.js';"],
    ['inspect/page/client/x.ts', "import { applyRow } from '../model/SystemModel.js';"],
    ['Session.ts', "import { sessionChart } from './machines/sessionChart.js';"],
    ['index.ts', "export { query } from './Query.js';"],
    ['ffi/x.ts', "const x = require('node:fs');"],
    ['ffi/x.ts', "import fs = require('node:fs');"],
    ['ffi/x.ts', 'createRequire(import.meta.url).resolve(name);'],
    [
      'ffi/x.ts',
      "import { createRequire } from 'node:module'; const load = createRequire(here); load('node:fs'); load.resolve(name);",
    ],
    ['ffi/x.ts', 'process.kill(pid); setTimeout(run, 5);'],
    ['cli.ts', 'const x = await import(name);'],
    ['codec/x.ts', 'export type Where = { platform: NodeJS.Platform; it: typeof process.env };'],
    ['machines/x.ts', 'export const it = { process: machine, setTimeout: 5 };'],
    ['machines/x.ts', 'clock.setTimeout(run, 5); children.process.send(event);'],
    ['machines/x.ts', 'interface Clock { setTimeout(run: () => void): void }'],
    ['testing/index.ts', "import { startSession } from '../Session.js';"],
  ])('allows, in %s: %s', (path, source) => {
    expect(violations(path, source)).toEqual([]);
  });
});
