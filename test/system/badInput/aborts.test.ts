import { describe, expect, it } from '@jest/globals';
import { type Options, query, startSession } from '../../../src/index.js';
import { all } from '../../support/all.js';
import { until } from '../../support/until.js';
import { actorCli, expectAdvice, failureOf, hello, type Play, start, within } from './support.js';

const modes = ['oneShot', 'session'] as const;
const ways: [string, (controller: AbortController) => Options][] = [
  ['abortController', (abortController) => ({ abortController })],
  ['signal', ({ signal }) => ({ signal })],
];

/** Writes one message, then works forever. */
const busy: Record<(typeof modes)[number], Play> = {
  oneShot: { start: [hello], end: [], stays: true },
  session: { message: [hello], end: [], stays: true },
};

describe('an abort of a query', () => {
  it.each(modes)('before its start starts nothing that stays (%s)', async (mode) => {
    const cli = actorCli(busy[mode], { mode, signal: AbortSignal.abort() });
    const asked = query('Hello', { mode: 'oneShot', ...cli.options });
    expectAdvice(await failureOf(asked.next()), 'Aborted', /Start it again/);
    expect(await within('the end', asked.next())).toMatchObject({ done: true });
    await within('close()', asked.close());
    expect(cli.isGone()).toBe(true);
  });

  it.each(modes)('during its start ends it (%s)', async (mode) => {
    const controller = new AbortController();
    const cli = actorCli({ ...busy[mode], initialize: [] }, { mode, signal: controller.signal });
    const asked = query('Hello', { mode: 'oneShot', ...cli.options });
    controller.abort();
    expectAdvice(await failureOf(asked.next()), 'Aborted', /Start it again/);
    await within('close()', asked.close());
    expect(cli.isGone()).toBe(true);
  });

  it.each(modes.flatMap((mode) => ways.map(([name, way]) => [mode, name, way] as const)))(
    'in the middle ends it (%s, %s)',
    async (mode, _, way) => {
      const controller = new AbortController();
      const cli = actorCli(busy[mode], { mode, ...way(controller) });
      const asked = query('Hello', { mode: 'oneShot', ...cli.options });
      expect(await within('a message', asked.next())).toMatchObject({
        value: { type: 'assistant' },
      });
      const waiting = failureOf(asked.next());
      controller.abort();
      expectAdvice(await waiting, 'Aborted', /Start it again/);
      await within('close()', asked.close());
      expect(cli.isGone()).toBe(true);
    },
  );

  it.each(modes)('after its end changes nothing (%s)', async (mode) => {
    const controller = new AbortController();
    const cli = actorCli({ start: mode === 'oneShot' ? [hello] : [] }, { mode, ...controller });
    const options = { ...cli.options, signal: controller.signal };
    const asked = query('Hello', { mode: 'oneShot', ...options });
    await within('the query', all(asked));
    await until('the CLI to be gone', cli.isGone);
    controller.abort();
    expect(await within('the end', asked.next())).toMatchObject({ done: true });
    await within('close()', asked.close());
  });
});

describe('an abort of a session', () => {
  it('before its start rejects the start', async () => {
    const cli = actorCli({}, { signal: AbortSignal.abort() });
    const error = await failureOf(startSession({ options: cli.options }));
    expectAdvice(error, 'Aborted', /Start another/);
    expect(cli.isGone()).toBe(true);
  });

  it('during its start rejects the start', async () => {
    const controller = new AbortController();
    const cli = actorCli({ initialize: [], stays: true }, { signal: controller.signal });
    const started = failureOf(startSession({ options: cli.options }));
    await until('the handshake', () => cli.heard().length > 0);
    controller.abort();
    expectAdvice(await started, 'Aborted', /Start another/);
    expect(cli.isGone()).toBe(true);
  });

  it('in the middle of a turn loses it', async () => {
    const controller = new AbortController();
    const { session, cli } = await start(busy.session, { signal: controller.signal });
    const events = all(session.events());
    const turn = session.send('Hello');
    const operation = failureOf(session.idle().then(() => turn.result));
    await until('the message', () => cli.heard().length === 2);
    controller.abort();
    expectAdvice(await operation, 'TurnLost', /Start a new session with `resume/);
    const last = (await within('the events', events)).at(-1);
    expect(last).toEqual({ type: 'stopped', reason: 'abort' });
    expect(cli.isGone()).toBe(true);
  });

  it('after its end changes nothing', async () => {
    const controller = new AbortController();
    const { session } = await start({}, { signal: controller.signal });
    await within('end()', session.end());
    controller.abort();
    expect(session.state).toBe('stopped');
    await within('end()', session.end());
  });

  it('that is of one operation ends that one only', async () => {
    const controller = new AbortController();
    const { session } = await start({ request: [] });
    const operation = failureOf(session.setModel('opus', { signal: controller.signal }));
    controller.abort();
    expectAdvice(await operation, 'Aborted', /Call it again without that signal/);
    const aborted = session.setModel('opus', { signal: controller.signal });
    expectAdvice(await failureOf(aborted), 'Aborted', /Call it again without that signal/);
    expect(await within('a turn', session.send('Hello').result)).toMatchObject({ result: 'done' });
  });
});
