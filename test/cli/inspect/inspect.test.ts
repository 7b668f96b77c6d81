import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { OverviewSystem } from '../../../src/inspect/page/model/overview.js';
import { EventReader } from '../../inspect/page/support/EventReader.js';
import { InspectedProgram } from '../../inspect/page/support/InspectedProgram.js';
import { until } from '../../support/until.js';

let program: InspectedProgram;
const readers: EventReader[] = [];

beforeAll(() => {
  program = new InspectedProgram();
}, 60_000);

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

afterAll(() => program.remove());

const inspect = (...args: string[]) => program.main.start(['inspect', ...args]);
const node = (code: string) => ['--', process.execPath, '-e', code];

async function look(url: string): Promise<EventReader> {
  const reader = await EventReader.open(url);
  readers.push(reader);
  return reader;
}

/** Waits until the list on the page is as it is looked for. */
function untilListed(
  reader: EventReader,
  what: string,
  isSo: (list: OverviewSystem[]) => boolean,
): Promise<unknown> {
  return reader.until(what, () => {
    const list = reader.of('overview').at(-1) as OverviewSystem[] | undefined;
    return list && isSo(list);
  });
}

const statesIn = (list: readonly OverviewSystem[]) =>
  list.flatMap(({ actors }) => actors.map(({ state }) => state));

describe('claude-actors inspect with a command', () => {
  it('runs it with the address of the page, and exits with its code', async () => {
    const code = 'console.log(process.env.CLAUDE_ACTORS_INSPECT); process.exit(5)';
    const running = inspect(...node(code));
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 5 });
    expect(ended.err).toMatch(/^Inspect at http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\n$/);
    expect(ended.out.trim()).toBe(await program.page(running));
    const shown = await inspect('--show-content', ...node(code)).ended;
    expect(shown.out.trim()).toMatch(/\/\?content=shown$/);
  }, 60_000);

  it('reports a command that was killed by a signal as shells do', async () => {
    expect(await inspect(...node('process.kill(process.pid, "SIGTERM")')).ended).toMatchObject({
      code: 143,
    });
  }, 60_000);

  const untilTold = (signal: string) => `
    process.on('${signal}', () => { console.log('got ${signal}'); clearInterval(alive); process.exitCode = 4; });
    const alive = setInterval(() => {}, 1e6);
    console.log('ready');`;

  it.each(['SIGINT', 'SIGHUP', 'SIGTERM'] as const)(
    'passes %s on, which was sent to it alone, and ends as the command does',
    async (signal) => {
      // In a session of its own no terminal sends anything to either.
      const args = ['inspect', ...node(untilTold(signal))];
      const running = program.main.start(args, { detached: true });
      await until('the command', () => running.out().includes('ready'));
      const page = await look(await program.page(running));
      await page.until('the page', () => page.of('overview').length > 0);
      running.child.kill(signal);
      // Though somebody still looks at its page.
      expect(await running.ended).toMatchObject({ code: 4, out: `ready\ngot ${signal}\n` });
    },
    60_000,
  );

  it.each([
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)(
    'ends a command that does nothing about %s, with %i',
    async (signal, code) => {
      const idle = "setInterval(() => {}, 1e6); console.log('ready');";
      const running = program.main.start(['inspect', ...node(idle)], { detached: true });
      await until('the command', () => running.out().includes('ready'));
      running.child.kill(signal);
      expect(await running.ended).toMatchObject({ code, signal: null });
    },
    60_000,
  );

  it('stays open with --stay until Ctrl-C, and then exits with the code of the command', async () => {
    const running = inspect('--stay', ...node('process.exit(3)'));
    await until('the end of the command', () => running.err().includes('exited with 3'));
    const page = await look(await program.page(running));
    await page.until('the page', () => page.of('overview').length > 0);
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 3 });
  }, 60_000);

  it.each([
    [
      'a command that does not exist',
      ['--', 'no-such-program-here'],
      'Could not start no-such-program-here (ENOENT)',
    ],
    [
      'two things to show',
      ['--simulate', '--', 'node'],
      '--simulate cannot be used with a command',
    ],
    ['a scenario without =', ['--simulate', 'nosuch'], 'write --simulate=nosuch'],
    ['an unknown scenario', ['--simulate=nosuch'], 'Unknown scenario "nosuch"'],
    ['an invalid port', ['--port', '70000'], 'at most 65535'],
    ['an unknown flag', ['--show-contents'], 'Did you mean `--show-content`?'],
  ])('refuses %s', async (_, args, message) => {
    const { code, err } = await inspect(...args).ended;
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it('refuses a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const { code, err } = await inspect('--port', String(port)).ended;
    taken.close();
    expect(err).toContain('EADDRINUSE');
    expect(code).toBe(2);
  });
});

describe('claude-actors inspect without one', () => {
  it('shows every program that is started with the printed variable, until it exits', async () => {
    const running = program.main.start(['inspect']);
    const url = await program.page(running);
    await until('the variable', () => running.err().includes(`CLAUDE_ACTORS_INSPECT='${url}'`));
    const page = await look(url);
    const start = () =>
      program.main.spawn(process.execPath, [program.program()], {
        stdin: null,
        env: { CLAUDE_ACTORS_INSPECT: url },
      });
    const [one, other] = [start(), start()];
    await untilListed(page, 'both sessions', (list) => {
      return statesIn(list).join() === 'running · idle,running · idle';
    });
    const pids = (page.of('overview').at(-1) as OverviewSystem[]).map(({ source }) => source.pid);
    expect(pids.sort()).toEqual([one.child.pid, other.child.pid].sort());

    one.child.kill('SIGKILL');
    await untilListed(page, 'the killed one to be gone', (list) =>
      list.every(({ gone, source }) => gone === (source.pid === one.child.pid)),
    );
    for (const word of ['send', 'hook', 'permit', 'end']) other.child.stdin?.write(`${word}\n`);
    expect(await other.ended).toMatchObject({ code: 7, err: '' });
    await untilListed(page, 'the last words of the other', (list) => {
      return statesIn(list).includes('stopped') && list.every(({ gone }) => gone);
    });
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 0 });
  }, 60_000);

  it('runs sessions with --simulate, and stops them when it exits', async () => {
    const scenario = program.main.scenario({ turns: [[{ text: 'Hello' }]] });
    const running = program.main.start(['inspect', `--simulate=${scenario}`]);
    const page = await look(await program.page(running));
    await untilListed(page, 'a session', (list) => {
      // A scenario is made up, so its content is shown.
      const isShown = list.every(({ source }) => source.content === 'shown');
      return isShown && statesIn(list).includes('running · idle');
    });
    expect(program.main.livingClis().length).toBeGreaterThan(0);
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 0 });
    await until('the CLIs to end', () => program.main.livingClis().length === 0);
  }, 60_000);

  it('does not hurt a program when it is killed itself', async () => {
    const running = program.main.start(['inspect']);
    const url = await program.page(running);
    const one = program.main.spawn(process.execPath, [program.program()], {
      stdin: null,
      env: { CLAUDE_ACTORS_INSPECT: url },
    });
    const page = await look(url);
    await untilListed(page, 'the session', (list) => statesIn(list).includes('running · idle'));
    running.child.kill('SIGKILL');
    await running.ended;
    for (const word of ['send', 'hook', 'permit', 'end']) one.child.stdin?.write(`${word}\n`);
    expect(await one.ended).toMatchObject({ code: 7, err: '' });
  }, 60_000);
});
