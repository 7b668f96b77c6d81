import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import {
  type HookEvent,
  type Options,
  query,
  type Session,
  type SessionEvent,
  startSession,
} from '../../src/index.js';
import { all } from '../support/all.js';
import { buildSources } from '../support/buildSources.js';
import { bypass, live, never, sleepingTool } from '../support/liveCli.js';
import { endProcesses, isAlive } from '../support/processes.js';
import { describeCli } from '../support/targets.js';
import { until } from '../support/until.js';

const cli = live();
const build = buildSources();
afterAll(() => build.remove());
const openFiles = () => readdirSync('/proc/self/fd').length;
const handles = () =>
  process.getActiveResourcesInfo().filter((name) => /Process|Pipe|Timeout/.test(name)).length;

/** What the CLI says when it is told to end in the middle of its work. */
const cutShort = { subtype: 'error_during_execution', is_error: true };

/** For a CLI that is to have its say before it is ended, on a machine that is busy. */
const timeouts = { shutdown: { terminate: 20_000, kill: 30_000 } };

async function lastEvent(session: Session): Promise<SessionEvent | undefined> {
  return (await all(session.events())).at(-1);
}

/** A logger that tells the pid of each CLI as soon as there is one. */
function pidLogger(tell: (pid: number) => void) {
  const log = (fields: object | string) => {
    if (typeof fields === 'object' && 'pid' in fields) tell(fields.pid as number);
  };
  return { debug: log, info: log, warn: log, error: log };
}

/** Another program, which has a session; `hangs` is an event whose hook never answers. */
function startParent(plan: { options: Options; prompt: string; hangs?: HookEvent }) {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'fixtures/parent.mjs'),
      JSON.stringify({ module: build.url('index.js'), ...plan }),
    ],
    { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  return {
    pid: child.pid as number,
    cli: () => until('the pid of the CLI', () => Number(/^(\d+)\n/m.exec(said)?.[1]) || undefined),
    asked: () => until('the hook', () => said.includes('asked\n'), 30_000),
    kill: () => child.kill('SIGKILL'),
  };
}

describeCli('an ending', (target) => {
  it('comes with an abort, while it starts and while it works', async () => {
    const early = new AbortController();
    let pid = 0;
    const logger = pidLogger((number) => {
      pid = number;
      early.abort();
    });
    const options = cli.options(target, { logger, signal: early.signal });
    await expect(startSession({ options })).rejects.toMatchObject({ code: 'Aborted' });
    expect(pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(false);

    cli.model = () => [{ text: 'Once upon' }, { wait: never }];
    const abortController = new AbortController();
    const session = await cli.start(target, {
      abortController,
      includePartialMessages: true,
      timeouts,
    });
    const turn = session.send('Tell a story');
    for await (const message of turn) {
      if (message.type === 'stream_event') abortController.abort();
    }
    expect(await turn.result).toMatchObject(cutShort);
    await session.stop();
    expect(isAlive(session.pid ?? 0)).toBe(false);
    expect(await lastEvent(session)).toEqual({ type: 'stopped', reason: 'abort' });
  });

  it('comes with an abort or a loop that is left, in one shot', async () => {
    cli.model = () => [{ text: 'Once upon' }, { wait: never }];
    const pids: number[] = [];
    const logger = pidLogger((pid) => pids.push(pid));
    const abortController = new AbortController();
    const more = { logger, includePartialMessages: true, mode: 'oneShot' } as const;
    const aborted = query('Go', cli.options(target, { ...more, abortController }));
    await expect(
      (async () => {
        for await (const message of aborted) {
          if (message.type === 'stream_event') abortController.abort();
        }
      })(),
    ).rejects.toMatchObject({ code: 'Aborted' });
    await aborted.close();

    for await (const message of query('Go', cli.options(target, more))) {
      if (message.type === 'stream_event') break;
    }
    expect(new Set(pids).size).toBe(2);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('comes with stop during a tool, and the tool’s own process goes too', async () => {
    const sleeper = sleepingTool(cli.box.cwd);
    cli.model = () => [sleeper.call];
    const session = await cli.start(target, { ...bypass, timeouts });
    const turn = session.send('Sleep');
    const tool = await sleeper.pid();
    expect([session.pid ?? 0, tool].map(isAlive)).toEqual([true, true]);
    await session.stop();
    expect([session.pid ?? 0, tool].map(isAlive)).toEqual([false, false]);
    expect(await turn.result).toMatchObject(cutShort);
    expect(await lastEvent(session)).toEqual({ type: 'stopped', reason: 'stop' });
    await session.stop();
  });

  it('is told when it is killed, whatever it was doing', async () => {
    const logger = pidLogger((pid) => process.kill(pid, 'SIGKILL'));
    await expect(startSession({ options: cli.options(target, { logger }) })).rejects.toMatchObject({
      code: 'ExitedDuringStart',
      details: { signal: 'SIGKILL' },
    });

    const atInit = await cli.start(target);
    const unanswered = atInit.send('Hello');
    process.kill(atInit.pid ?? 0, 'SIGKILL');
    await expect(unanswered.result).rejects.toMatchObject({ code: 'TurnLost' });
    await expect(atInit.end()).rejects.toMatchObject({ code: 'ProcessError' });

    const sleeper = sleepingTool(cli.box.cwd);
    cli.model = () => [sleeper.call];
    const atWork = await cli.start(target, bypass);
    const lost = atWork.send('Sleep');
    const tool = await sleeper.pid();
    process.kill(atWork.pid ?? 0, 'SIGKILL');
    await expect(lost.result).rejects.toMatchObject({ code: 'TurnLost' });
    expect(await lastEvent(atWork)).toMatchObject({
      type: 'failed',
      error: { details: { signal: 'SIGKILL' } },
    });
    await until('the tool to go', () => !isAlive(tool));

    const file = join(cli.box.cwd, 'asked.txt');
    cli.model = () => [{ tool: 'Write', id: 'toolu_1', input: { file_path: file, content: 'x' } }];
    const asking = await cli.start(target, { canUseTool: () => never });
    const asked = asking.send('Write');
    await until('the question', () => asking.pending.callbacks.length > 0);
    process.kill(asking.pid ?? 0, 'SIGKILL');
    await expect(asked.result).rejects.toMatchObject({ code: 'TurnLost' });
    expect(asking.pending.callbacks).toEqual([]);
    expect(existsSync(file)).toBe(false);

    cli.model = () => [{ text: 'Hello there.' }];
    const idle = await cli.start(target);
    await idle.send('Hello').result;
    await idle.idle();
    process.kill(idle.pid ?? 0, 'SIGKILL');
    expect(await lastEvent(idle)).toMatchObject({
      type: 'failed',
      error: { code: 'ProcessError', details: { signal: 'SIGKILL' } },
    });
    expect(idle.state).toBe('failed');
    await expect(idle.send('More').result).rejects.toMatchObject({ code: 'SessionStopped' });
  });

  it('comes with the death of a parent that was killed, and with it the tool', async () => {
    const sleeper = sleepingTool(cli.box.cwd);
    cli.model = () => [sleeper.call];
    const parent = startParent({ options: cli.options(target, bypass), prompt: 'Sleep' });
    const family = [parent.pid];
    try {
      family.push(await sleeper.pid(), await parent.cli());
      expect(family.map(isAlive)).toEqual([true, true, true]);
      parent.kill();
      await until('the family to go', () => !family.some(isAlive));
    } finally {
      endProcesses(family);
    }
  });

  it('runs no tool whose hook has not answered when the parent is killed', async () => {
    const file = join(cli.box.cwd, 'written.txt');
    cli.model = () => [{ tool: 'Write', id: 'toolu_1', input: { file_path: file, content: 'x' } }];
    const options = cli.options(target, bypass);
    // On EOF, 2.1.197 would run the tool within milliseconds, so its stdin is held open.
    for (let round = 0; round < 3; round++) {
      const parent = startParent({ options, prompt: 'Write', hangs: 'PreToolUse' });
      const family = [parent.pid];
      try {
        family.push(await parent.cli());
        await parent.asked();
        parent.kill();
        await until('the family to go', () => !family.some(isAlive));
      } finally {
        endProcesses(family);
      }
      expect(existsSync(file)).toBe(false);
    }
  });

  it('leaves no process and no file behind', async () => {
    const both = async () => {
      const session = await cli.start(target);
      const run = query('Hello', cli.options(target));
      await Promise.all([session.send('Hello').result, all(run)]);
      await Promise.all([session[Symbol.asyncDispose](), run[Symbol.asyncDispose]()]);
      expect(isAlive(session.pid ?? 0)).toBe(false);
    };
    // The guard of this program starts with its first CLI, and stays.
    await both();
    const [files, active, listeners] = [openFiles(), handles(), process.listenerCount('exit')];
    await both();
    await until('the files to be closed', () => openFiles() <= files);
    await until('the handles to be closed', () => handles() <= active);
    await until('the listeners to go', () => process.listenerCount('exit') <= listeners);
  });
});
