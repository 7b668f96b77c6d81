import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import type { Options, Session, SessionEvent } from '../../src/index.js';
import { all } from '../support/all.js';
import { buildSources } from '../support/buildSources.js';
import { bypass, live, toolAnswered } from '../support/liveCli.js';
import { endProcesses, isAlive, markedProcesses } from '../support/processes.js';
import { describeCli } from '../support/targets.js';
import { until } from '../support/until.js';

const cli = live();
const build = buildSources();
afterAll(() => build.remove());

interface EarlyDeath {
  how: 'query' | 'session';
  signal: NodeJS.Signals;
  /** From the call of the library to the signal. */
  afterMs: number;
}

/** Kills a program soon after it has called the library, and waits until nothing of it is left. */
async function dieEarly({ how, signal, afterMs }: EarlyDeath, options: Options): Promise<void> {
  const mark = randomUUID();
  const marking = { ...options, env: { ...options.env, TEST_MARK: mark } };
  const program = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'fixtures/earlyDeath.mjs'),
      JSON.stringify({ module: build.url('index.js'), how, options: marking }),
    ],
    { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    await once(program.stdout, 'data');
    const exit = once(program, 'exit');
    // The moment of the signal is what varies here. Nothing is waited for.
    await passed(afterMs);
    program.kill(signal);
    expect((await exit)[1]).toBe(signal);
    await until(
      `all to go after ${signal} at ${afterMs} ms`,
      () => markedProcesses(mark).length === 0,
    );
  } finally {
    endProcesses([...markedProcesses(mark), program.pid as number]);
  }
}

/** Tools that do not end with the CLI: their pids are in a file each. */
function stubbornTools(folder: string, mcp: boolean) {
  const note = (name: string) => join(folder, `${name}.pid`);
  const quiet = '>/dev/null 2>&1 </dev/null';
  const daemon = `setsid sleep 600 ${quiet} & echo $! > ${note('daemon')}`;
  const twice = `(setsid sh -c 'sleep 600 ${quiet} & echo $! > ${note('twice')}' ${quiet} &)`;
  const server = `setsid sleep 600 ${quiet} & echo $! > ${note('mcp')}`;
  const names = ['background', 'daemon', 'twice', ...(mcp ? ['mcp'] : [])];
  const pidOf = (name: string) =>
    existsSync(note(name)) ? Number(readFileSync(note(name), 'utf8')) : 0;
  return {
    options: mcp
      ? { mcpServers: { leaver: { command: '/bin/sh', args: ['-c', `${server}; exit 1`] } } }
      : {},
    calls: [
      { tool: 'Bash', id: 'toolu_1', input: { command: `${daemon}; ${twice}` } },
      {
        tool: 'Bash',
        id: 'toolu_2',
        input: {
          command: `echo $$ > ${note('background')}; exec sleep 600`,
          run_in_background: true,
        },
      },
    ],
    pids: () =>
      until(
        'the tools to run',
        () => names.map(pidOf).every((pid) => pid > 0) && names.map(pidOf),
        30_000,
      ),
  };
}

describeCli('what a CLI leaves running', (target) => {
  const kill = (signal: NodeJS.Signals) => (session: Session) =>
    process.kill(session.pid ?? 0, signal);

  it.each<[string, Options, (session: Session) => unknown]>([
    ['end()', { waitFor: 'turn' }, (session) => session.end()],
    ['stop() while it is idle', {}, (session) => session.stop()],
    ['SIGHUP', {}, kill('SIGHUP')],
    ['SIGABRT', {}, kill('SIGABRT')],
    ['SIGKILL', {}, kill('SIGKILL')],
  ])('is gone after %s, and the warning names it', async (_how, options, end) => {
    const tools = stubbornTools(cli.box.cwd, target.backend === 'real');
    cli.model = (request) => (toolAnswered(request) ? [{ text: 'Done.' }] : tools.calls);
    const session = await cli.start(target, { ...bypass, ...options, ...tools.options });
    await session.send('Start them').result;
    const pids = await tools.pids();
    try {
      expect(pids.map(isAlive)).toEqual(pids.map(() => true));
      await end(session);
      const events = await all(session.events());
      expect(pids.map(isAlive)).toEqual(pids.map(() => false));
      expect(killedIn(events)).toEqual(expect.arrayContaining([expect.any(Number)]));
      for (const pid of killedIn(events)) expect(isAlive(pid)).toBe(false);
    } finally {
      endProcesses(pids);
    }
  });

  it('lives on after end() if it is to be kept', async () => {
    const tools = stubbornTools(cli.box.cwd, false);
    cli.model = (request) => (toolAnswered(request) ? [{ text: 'Done.' }] : tools.calls);
    const options: Options = { ...bypass, waitFor: 'turn', leftovers: 'keep' };
    const session = await cli.start(target, options);
    await session.send('Start them').result;
    const pids = await tools.pids();
    try {
      await session.end();
      // The CLI may stop its background shells itself, but not what has left them.
      expect(pids.slice(1).map(isAlive)).toEqual([true, true]);
      expect(killedIn(await all(session.events()))).toEqual([]);
    } finally {
      endProcesses(pids);
    }
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'is nothing after %s in the first moments of a program',
    async (signal) => {
      for (const how of ['query', 'session'] as const) {
        const options = cli.options(target, bypass);
        const deaths = [0, 1, 2, 5, 10, 20].map((afterMs) => ({ how, signal, afterMs }));
        await Promise.all(deaths.map((death) => dieEarly(death, options)));
      }
    },
  );
});

/** The pids that the warning about leftovers names. */
function killedIn(events: readonly SessionEvent[]): number[] {
  return events.flatMap((event) => {
    if (event.type !== 'warning' || event.code !== 'OrphanProcessKilled') return [];
    return (event.context.processes as { pid: number }[]).map(({ pid }) => pid);
  });
}
