import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { planSession } from '../../src/actors/cliPlan.js';
import { openTelemetry } from '../../src/opentelemetry/index.js';
import { startSession } from '../../src/startSession.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { type Build, buildSources } from '../support/buildSources.js';
import { requiredPackages } from '../support/manifest.js';

const installed = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Runs a query with a logger, and returns which OpenTelemetry packages were loaded. */
const program = (build: Build) => `
  import Module from 'node:module';
  import { query } from '${build.url('index.js')}';
  import { fakeCli } from '${build.url('testing/index.js')}';
  const quiet = () => {};
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const loaded = () => Object.keys(Module._cache).some((path) => path.includes('opentelemetry'));
  const types = [];
  for await (const { type } of query('Hi', { port: fakeCli().port, logger })) types.push(type);
  const before = loaded();
  const entry = await import('${build.url('opentelemetry/index.js')}').then(
    () => 'loaded',
    ({ code, message }) => code + ': ' + message,
  );
  console.log(JSON.stringify({ last: types.at(-1), before, entry, after: loaded() }));`;

describe('without telemetry', () => {
  let build: Build;

  beforeAll(() => {
    build = buildSources();
  }, 60_000);

  afterAll(() => build.remove());

  function run(): unknown {
    const directory = fileURLToPath(build.url('..'));
    const file = join(directory, 'program.js');
    writeFileSync(file, program(build));
    const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    if (stderr) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  it('nothing of OpenTelemetry is loaded', () => {
    expect(run()).toEqual({ last: 'result', before: false, entry: 'loaded', after: true });
  }, 60_000);

  it('nothing of it needs to be installed; importing it names the missing package', () => {
    const modules = fileURLToPath(build.url('../node_modules'));
    rmSync(modules);
    mkdirSync(modules);
    for (const name of requiredPackages) {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(join(installed, name), join(modules, name), 'junction');
    }
    expect(run()).toEqual({
      last: 'result',
      before: false,
      entry: expect.stringMatching(/^ERR_MODULE_NOT_FOUND: .*'@opentelemetry\/api'/),
      after: false,
    });
  }, 60_000);

  it('the run is not observed', () => {
    const { port } = fakeCli();
    expect(planSession({ port }).observer).toBeUndefined();
    expect(planSession({ port, telemetry: openTelemetry() }).observer).toBeDefined();
  });
});

describe('a telemetry', () => {
  it('whose tracer and meter throw does no harm', async () => {
    const fails = () => {
      throw new Error('a bug of the exporter');
    };
    const broken = new Proxy({}, { get: () => fails }) as never;
    const telemetry = openTelemetry({ tracer: broken, meter: broken });
    const port = fakeCli({ turns: [[{ tool: 'Bash' }, { text: 'Done.' }]] }).port;
    let called = 0;
    const hook = () => {
      called += 1;
      return {};
    };
    const hooks = { PreToolUse: [{ hooks: [hook] }] };
    const session = await startSession({ options: { port, telemetry, hooks } });
    expect(await session.send('Go').result).toMatchObject({ subtype: 'success' });
    await session.end();
    expect(called).toBe(1);
  });

  it('that is invalid is refused', () => {
    expect(() => planSession({ telemetry: {} as never })).toThrow(/`telemetry`.*Add observe/);
    expect(() => openTelemetry({ content: 'all' as never })).toThrow(/'hidden' or 'shown'/);
  });
});
