import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { commandFor } from '../../../src/ffi/discovery/cliCommand.js';
import type { Port } from '../../../src/ffi/process/port.js';
import { spawnPort } from '../../../src/ffi/process/spawnPort.js';
import { probeVersion, type VersionOutcome } from '../../../src/ffi/version/probeVersion.js';
import { checkVersion, detectVersion } from '../../../src/ffi/version/version.js';
import {
  compareVersions,
  meetsMinimumVersion,
  minimumVersions,
  parseVersion,
} from '../../../src/index.js';
import { fakeFiles } from '../../support/fakeFiles.js';
import { endProcesses, isAlive } from '../../support/processes.js';
import { until } from '../../support/until.js';

describe('probing real programs', () => {
  let directory: string;
  let pids: number[];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'version-'));
    pids = [];
  });
  afterEach(() => {
    endProcesses(pids);
    rmSync(directory, { recursive: true, force: true });
  });

  const port = spawnPort({ guard: false });
  const env = { PATH: '/usr/bin:/bin' };

  function program(script: string, name = 'claude'): string {
    const path = join(directory, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  const probe = (path: string, signal?: AbortSignal) =>
    probeVersion(commandFor(path), { port, env, signal });

  it('asks for --version and reads the answer', async () => {
    const path = program(`[ "$*" = --version ] && echo '2.1.325 (Claude Code)'`);
    expect(await probe(path)).toEqual({ kind: 'known', version: '2.1.325', how: 'probe' });
  });

  it('runs a script by Node, with the environment given and a token', async () => {
    const path = join(directory, 'cli.mjs');
    writeFileSync(path, `console.log('1.2.3', process.argv[2], Object.keys(process.env).join())`);
    const outcome = await probeVersion(commandFor(path), { port, env: { ONLY: '9' } });
    expect(outcome).toMatchObject({ kind: 'known', version: '1.2.3' });
    writeFileSync(path, 'console.log(Object.keys(process.env).join())');
    expect(await probeVersion(commandFor(path), { port, env: { ONLY: '9' } })).toEqual({
      kind: 'unreadable',
      text: 'ONLY,CLAUDE_ACTORS_GUARD',
    });
  });

  it('returns output without a version, truncated and without secrets', async () => {
    const path = program(`echo 'hello API_KEY=abc'; head -c 100000 /dev/zero | tr '\\0' x`);
    const outcome = await probe(path);
    expect(outcome).toMatchObject({ kind: 'unreadable' });
    const { text } = outcome as { text: string };
    expect(text).toMatch(/^hello API_KEY=\[hidden\]/);
    expect(text.length).toBeLessThanOrEqual(500);
  });

  it('reports a program that fails, even if it prints a version', async () => {
    const outcome = await probe(program('echo 2.1.3; echo "no licence" >&2; exit 1'));
    expect(outcome).toEqual({ kind: 'failed', reason: 'it exited with 1: no licence' });
    const killed = await probe(program('kill -9 $$', 'killed'));
    expect(killed).toEqual({ kind: 'failed', reason: 'it exited with SIGKILL: no output' });
  });

  it('reports a program that cannot be started', async () => {
    const outcome = await probe(join(directory, 'nothing'));
    expect(outcome).toMatchObject({ kind: 'failed' });
    expect((outcome as { reason: string }).reason).toContain('not found at');
  });

  it('kills a hanging program and all that it started when aborted', async () => {
    const file = join(directory, 'pids');
    const path = program(`sleep 1000 & echo "$$ $!" > ${file}.new && mv ${file}.new ${file}\nwait`);
    const controller = new AbortController();
    const outcome = probe(path, controller.signal);
    await until('the pids of the program', () => existsSync(file));
    pids = readFileSync(file, 'utf8').trim().split(' ').map(Number);
    expect(pids.filter(isAlive)).toHaveLength(2);
    controller.abort();
    expect(await outcome).toMatchObject({ kind: 'failed' });
    await until('the end of both', () => !pids.some(isAlive));
  });

  it('starts nothing if it was aborted before', async () => {
    const path = program(`touch ${join(directory, 'started')}; echo 1.2.3`);
    expect(await probe(path, AbortSignal.abort())).toMatchObject({ kind: 'failed' });
    expect(existsSync(join(directory, 'started'))).toBe(false);
  });

  it('neither waits for a descendant that keeps the pipe open nor leaves it running', async () => {
    const file = join(directory, 'pid');
    const path = program(
      `echo 2.1.3; sleep 1000 & echo $! > ${file}.new && mv ${file}.new ${file}`,
    );
    const outcome = probe(path);
    await until('the pid of the descendant', () => existsSync(file));
    pids = [Number(readFileSync(file, 'utf8'))];
    expect(await outcome).toMatchObject({ kind: 'known', version: '2.1.3' });
    await until('the descendant to go', () => !pids.some(isAlive));
  });

  it('runs a program once, and again after it has changed', async () => {
    const path = program('echo 2.1.3', 'counted');
    let starts = 0;
    const counting: Port = {
      start(command, listener) {
        starts++;
        return port.start(command, listener);
      },
    };
    const detect = () => detectVersion(path, commandFor(path), { port: counting, env });
    expect(await detect()).toMatchObject({ version: '2.1.3', how: 'probe' });
    expect(await detect()).toMatchObject({ version: '2.1.3' });
    expect(starts).toBe(1);
    program('echo 2.1.4', 'counted');
    utimesSync(path, new Date(0), new Date(0));
    expect(await detect()).toMatchObject({ version: '2.1.4' });
    expect(starts).toBe(2);
  });

  it('runs a program again if it failed', async () => {
    const path = program(`[ -e ${join(directory, 'licence')} ] && echo 2.1.3`, 'flaky');
    const detect = () => detectVersion(path, commandFor(path), { port, env });
    expect(await detect()).toMatchObject({ kind: 'failed' });
    writeFileSync(join(directory, 'licence'), '');
    expect(await detect()).toMatchObject({ kind: 'known', version: '2.1.3' });
  });

  it('runs nothing if the install shows the version', async () => {
    const silent: Port = {
      start() {
        throw new Error('nothing is to be started');
      },
    };
    const path = '/data/versions/1.2.3';
    const files = fakeFiles({ [path]: '' });
    const outcome = await detectVersion(path, commandFor(path), { port: silent, env, files });
    expect(outcome).toEqual({ kind: 'known', version: '1.2.3', how: 'path' });
  });

  it('caches the latest programs and drops older ones', async () => {
    let reads = 0;
    const detect = async (patch: number) => {
      const path = `/store/versions/1.2.${patch}`;
      const disk = fakeFiles({ [path]: '' });
      const files = {
        ...disk,
        readHead(...args: Parameters<typeof disk.readHead>) {
          reads++;
          return disk.readHead(...args);
        },
      };
      const before = reads;
      await detectVersion(path, commandFor(path), { port, env, files });
      return reads > before ? 'read' : 'remembered';
    };
    expect([await detect(0), await detect(0)]).toEqual(['read', 'remembered']);
    for (let patch = 1; patch <= 200; patch++) await detect(patch);
    expect([await detect(200), await detect(0)]).toEqual(['remembered', 'read']);
  });
});

describe('the version helpers of the package', () => {
  it.each([
    [minimumVersions.query, 'query', true],
    [minimumVersions.query, 'session', false],
    [minimumVersions.session, 'session', true],
    ['2.1.325 (Claude Code)\n', 'session', true],
    ['1.0.60 (Claude Code)\n', 'query', false],
    ['Claude Code', 'query', false],
  ] as const)('%j in a %s: %s', (text, mode, isSupported) => {
    expect(meetsMinimumVersion(text, mode)).toBe(isSupported);
  });

  it('agree with the error of a start', () => {
    const version = parseVersion('1.0.60 (Claude Code)') ?? '';
    const finding = checkVersion({ kind: 'known', version, how: 'probe' }, 'query');
    expect(finding).toMatchObject({
      error: { details: { cliVersion: version, requiredVersion: minimumVersions.query } },
    });
    expect(compareVersions(version, minimumVersions.query)).toBeLessThan(0);
  });
});

describe('checkVersion', () => {
  const known = (version: string): VersionOutcome => ({ kind: 'known', version, how: 'probe' });
  const unreadable: VersionOutcome = { kind: 'unreadable', text: 'hello' };
  const failed: VersionOutcome = { kind: 'failed', reason: 'it ended with 1' };

  it.each([
    ['1.0.61', 'query', 'ok'],
    ['1.0.60', 'query', 'error'],
    ['2.0.0', 'session', 'ok'],
    ['1.99.9', 'session', 'error'],
    ['10.0.0', 'session', 'ok'],
  ] as const)('version %s in a %s: %s', (version, mode, kind) => {
    expect(checkVersion(known(version), mode).kind).toBe(kind);
  });

  it('refuses an old CLI even when permissive, naming both versions and the update', () => {
    const verdict = checkVersion(known('1.2.3'), 'session', {
      permissive: true,
      cliPath: '/bin/claude',
    });
    expect(verdict).toMatchObject({
      kind: 'error',
      error: {
        code: 'UnsupportedCliVersion',
        details: { cliVersion: '1.2.3', requiredVersion: '2.0.0', cliPath: '/bin/claude' },
      },
    });
    const message = verdict.kind === 'error' ? verdict.error.message : '';
    for (const part of ['/bin/claude', '1.2.3', '2.0.0', 'claude update', 'npm install -g']) {
      expect(message).toContain(part);
    }
  });

  it.each([
    ['unreadable', unreadable, 'UnknownVersion', 'UnparseableCliVersion', '"hello"'],
    ['failed', failed, 'VersionDetectionFailed', 'VersionProbeFailed', 'it ended with 1'],
  ] as const)(
    '%s: an error in a query, a warning if permissive or in a session',
    (_, outcome, error, warning, text) => {
      const strict = checkVersion(outcome, 'query');
      expect(strict).toMatchObject({ kind: 'error', error: { code: error } });
      const message = strict.kind === 'error' ? strict.error.message : '';
      expect(message).toContain(text);
      expect(message).toContain('permissiveVersionCheck');
      for (const verdict of [
        checkVersion(outcome, 'query', { permissive: true }),
        checkVersion(outcome, 'session'),
        checkVersion(outcome, 'session', { permissive: true }),
      ]) {
        expect(verdict).toMatchObject({ kind: 'warning', code: warning });
        expect(verdict.kind === 'warning' && verdict.message).toContain(text);
      }
    },
  );
});
