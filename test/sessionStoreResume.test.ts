import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SimulatedClock } from 'xstate';
import { projectKeyOf } from '../src/ffi/projectFolders.js';
import type { SessionStore } from '../src/options/sessionStoreTypes.js';
import type { Options } from '../src/options/types.js';
import { startSession } from '../src/startSession.js';
import { all } from './support/all.js';
import { timersLeft } from './support/leftovers.js';
import { askAt, atHome, gate, storedId as id, mirrored, storeOf } from './support/sessionStore.js';
import { result, type Talk, talkingCli } from './support/talkingCli.js';

let home: string;
let projectKey: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'claude-actors-home-'));
  projectKey = await projectKeyOf(home, {});
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const own = () => join(home, '.claude');
const ask = (store: SessionStore, talk?: Talk, more?: Options) => askAt(home, store, talk, more);
const start = (store: SessionStore, more: Options) =>
  startSession({ options: atHome(home, store, { port: talkingCli(), ...more }) });

describe('a session that is in the store', () => {
  it.each([
    ['resume', { resume: id }],
    ['continue', { continue: true }],
  ])('is laid out for the CLI to %s, for as long as it runs', async (_, more) => {
    const seen: string[] = [];
    const { store, taken } = storeOf();
    const { run, port } = ask(
      store,
      {
        oneShot(say, process) {
          const { CLAUDE_CONFIG_DIR: configDir = '' } = process.command.env;
          const file = join(configDir, 'projects', projectKey, `${id}.jsonl`);
          seen.push(configDir, readFileSync(file, 'utf8'));
          say(mirrored(configDir, 1));
          say(result('Hi.'));
          process.endStdout();
          process.exit({ code: 0 });
        },
      },
      // Also if the caller has a folder of their own.
      { ...more, env: { HOME: home, CLAUDE_CONFIG_DIR: own() } },
    );
    await all(run);
    const [configDir = '', text] = seen;
    expect(text).toBe('{"type":"user","text":"Remember."}\n');
    expect(configDir).not.toBe(own());
    expect(existsSync(configDir)).toBe(false);
    expect(taken).toEqual([['s1', [1]]]);
    const { args } = port.process.command;
    expect(args).toContain(`--resume=${id}`);
    expect(args).not.toContain('--continue');
    expect(port.prompts).toEqual(['Hello']);
  });

  it('is left to the CLI if the store does not have it', async () => {
    const other = id.replace('9', '8');
    const { run, port } = ask(storeOf().store, {}, { resume: other });
    await all(run);
    expect(port.process.command.args).toContain(`--resume=${other}`);
    expect(port.process.command.env).not.toHaveProperty('CLAUDE_CONFIG_DIR');
  });

  it('is not asked for by a new session', async () => {
    let asked = false;
    const load = async () => {
      asked = true;
      return null;
    };
    await all(ask(storeOf({ load }).store).run);
    expect(asked).toBe(false);
  });
});

/** A store that never answers. */
function loading() {
  const called = gate();
  const { store } = storeOf({
    load: () => {
      called.open();
      return new Promise(() => {});
    },
  });
  return { store, called: called.passed };
}

describe('a store that fails to load', () => {
  const refusing = () =>
    storeOf({
      load: async () => {
        throw new Error('no connection');
      },
    }).store;
  const error = { code: 'SessionStoreFailed', category: 'start' };

  it.each(['oneShot', 'session'] as const)('ends a query (%s)', async (mode) => {
    const { run, port } = ask(refusing(), {}, { resume: id, mode });
    await expect(all(run)).rejects.toMatchObject(error);
    expect(port.processes).toEqual([]);
  });

  it('is why a session does not start', async () => {
    await expect(start(refusing(), { resume: id })).rejects.toMatchObject(error);
  });

  it('is not blamed on where the CLI was looked for', async () => {
    const cli = { pathToClaudeCodeExecutable: process.execPath, skipVersionCheck: true };
    const { run } = ask(refusing(), {}, { ...cli, port: undefined, resume: id });
    const message = expect.not.stringContaining('Searched for the CLI');
    await expect(all(run)).rejects.toMatchObject({ ...error, message });
  });

  it('is given up after loadTimeoutMs', async () => {
    const clock = new SimulatedClock();
    const { store, called } = loading();
    const { run } = ask(store, {}, { resume: id, loadTimeoutMs: 50, clock });
    const ended = all(run);
    ended.catch(() => {});
    await called;
    clock.increment(50);
    await expect(ended).rejects.toMatchObject(error);
    expect(timersLeft(clock)).toBe(0);
  });
});

describe('while the store loads', () => {
  it.each(['oneShot', 'session'] as const)('a query can be closed (%s)', async (mode) => {
    const clock = new SimulatedClock();
    const { store, called } = loading();
    const { run, port } = ask(store, {}, { resume: id, mode, clock });
    const next = run.next();
    await called;
    await run.close();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(port.processes).toEqual([]);
    expect(timersLeft(clock)).toBe(0);
  });

  it.each(['oneShot', 'session'] as const)('a query can be aborted (%s)', async (mode) => {
    const controller = new AbortController();
    const { store, called } = loading();
    const { run, port } = ask(store, {}, { resume: id, mode, signal: controller.signal });
    const next = run.next();
    await called;
    controller.abort();
    await expect(next).rejects.toMatchObject({ code: 'Aborted' });
    await run.close();
    expect(port.processes).toEqual([]);
  });

  it('a session can be aborted', async () => {
    const controller = new AbortController();
    const { store, called } = loading();
    const starting = start(store, { resume: id, signal: controller.signal });
    starting.catch(() => {});
    await called;
    controller.abort();
    await expect(starting).rejects.toMatchObject({ code: 'Aborted' });
  });

  it('a query that is closed leaves nothing on disk', async () => {
    const asked = gate();
    const { store } = storeOf({
      listSubkeys: () => {
        asked.open();
        return new Promise(() => {});
      },
    });
    const folders = () =>
      readdirSync(tmpdir()).filter(
        (name) =>
          name.startsWith('claude-actors-resume-') &&
          existsSync(join(tmpdir(), name, 'projects', projectKey)),
      );
    const { run } = ask(store, {}, { resume: id });
    await asked.passed;
    expect(folders()).toHaveLength(1);
    await run.close();
    expect(folders()).toEqual([]);
  });
});

describe('options that a store does not go with', () => {
  it.each<[string, string, Options]>([
    ['enableFileCheckpointing', 'sessionStore', { enableFileCheckpointing: true }],
    ['continue without listSessions', 'continue', { continue: true }],
  ])('%s is refused', (_, option, more) => {
    const { store } = storeOf({ listSessions: undefined });
    const made = () => ask(store, {}, more);
    expect(made).toThrow(expect.objectContaining({ code: 'InvalidOption', details: { option } }));
  });

  it('but resume needs no list of sessions', async () => {
    const { store } = storeOf({ listSessions: undefined });
    const { run } = ask(store, {}, { continue: true, resume: id });
    expect(await all(run)).not.toHaveLength(0);
  });
});
