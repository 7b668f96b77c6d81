import { describe, expect, it } from '@jest/globals';
import { collectItems, type Options, query, type Warning } from '../../../src/index.js';
import { type Act, actorCli, codes, start, within } from './support.js';

let called = 0;
const throws = () => {
  called += 1;
  throw new Error('my fault');
};
const rejects = async () => throws();

const noisy: readonly Act[] = [
  ['complain', 'a complaint\n'],
  ['write', 'garbage\n'],
];
const answer: Act = [
  'say',
  { type: 'result', subtype: 'success', is_error: false, result: 'done', session_id: 's' },
];

const observers: [string, (fail: () => never | Promise<never>) => Options][] = [
  ['onWarning', (fail) => ({ onWarning: fail })],
  ['stderr', (fail) => ({ stderr: fail })],
  ['inspect, a function', (fail) => ({ inspect: fail })],
  ['inspect, an observer', (fail) => ({ inspect: { next: fail } })],
  ['logger', (fail) => ({ logger: { debug: fail, info: fail, warn: fail, error: fail } })],
  ['metrics', (fail) => ({ metrics: { count: fail, gauge: fail, duration: fail } })],
];
const cases = observers.flatMap(([name, options]) => [
  [`${name}, that throws`, options(throws)] as const,
  [`${name}, that rejects`, options(rejects as () => Promise<never>)] as const,
]);

describe('a callback that only watches', () => {
  it.each(cases)('(%s) harms no session', async (_, options) => {
    called = 0;
    const { session, cli } = await start({ message: [...noisy, answer] }, options);
    const turn = session.send('Hello');
    expect(await within('the turn', turn.result)).toMatchObject({ result: 'done' });
    expect(await within('more', session.send('More').result)).toMatchObject({ result: 'done' });
    await within('end()', session.end());
    expect(session.state).toBe('stopped');
    expect(cli.isGone()).toBe(true);
    expect(called).toBeGreaterThan(0);
  });

  it.each(cases)('(%s) harms no query', async (_, options) => {
    called = 0;
    const cli = actorCli({ start: [...noisy, answer, ['exit', 1]] }, options);
    const { items, terminalError } = await within(
      'the query',
      collectItems(query('Hello', { mode: 'oneShot', ...cli.options })),
    );
    expect(terminalError).toBeUndefined();
    expect(items).toContainEqual(expect.objectContaining({ kind: 'message' }));
    expect(called).toBeGreaterThan(0);
  });

  it('of stderr is dropped with a warning once it has thrown', async () => {
    const warnings: Warning[] = [];
    called = 0;
    const { session } = await start(
      { message: [...noisy, ...noisy, answer] },
      { stderr: throws, onWarning: (warning) => warnings.push(warning) },
    );
    await within('the turn', session.send('Hello').result);
    await within('end()', session.end());
    expect(codes(warnings)).toContain('StderrCallbackDropped');
    expect(called).toBe(1);
  });

  it('of a session, with on(), harms neither it nor other listeners', async () => {
    called = 0;
    const { session } = await start({ message: [...noisy, answer] });
    const heard: string[] = [];
    for (const type of ['message', 'turn', 'warning', 'stateChanged', 'completed'] as const) {
      session.on(type, throws);
      session.on(type, rejects);
      session.on(type, () => heard.push(type));
    }
    await within('the turn', session.send('Hello').result);
    await within('end()', session.end());
    expect(new Set(heard)).toEqual(
      new Set(['message', 'turn', 'warning', 'stateChanged', 'completed']),
    );
    expect(called).toBe(2 * heard.length);
  });

  it('may stop the session from within', async () => {
    const { session, cli } = await start({ message: [...noisy, answer] });
    let stopped: Promise<void> | undefined;
    session.on('warning', () => {
      stopped = session.stop();
    });
    await within(
      'the turn',
      session.send('Hello').result.catch(() => {}),
    );
    await within('stop()', session.stop());
    await within('the inner stop()', Promise.resolve(stopped));
    expect(cli.isGone()).toBe(true);
  });
});
