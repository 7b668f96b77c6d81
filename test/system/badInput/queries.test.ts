import { describe, expect, it } from '@jest/globals';
import { collectItems, type Message, query, withStream } from '../../../src/index.js';
import { until } from '../../support/until.js';
import { type Act, actorCli, codes, expectAdvice, failureOf, hello, within } from './support.js';

const say = (type: string, more = {}): Act => ['say', { type, session_id: 's', ...more }];
const result = say('result', { subtype: 'success', is_error: false, result: 'done' });

describe('a query whose CLI prints', () => {
  it('some garbage goes on, with an error a line', async () => {
    const cli = actorCli({
      start: [['write', 'warning: old node\n{"type":"assistant"\n'], hello, result],
    });
    const { items, nonTerminalErrors, terminalError } = await within(
      'the query',
      collectItems(query('Hello', { mode: 'oneShot', ...cli.options })),
    );
    expect(items.map(({ kind }) => kind)).toEqual(['error', 'error', 'message', 'message']);
    expect(codes(nonTerminalErrors)).toEqual(['JsonDecodeError', 'JsonDecodeError']);
    expect(nonTerminalErrors[0]?.details.line).toBe('warning: old node');
    expectAdvice(nonTerminalErrors[0], 'JsonDecodeError', /stdout/);
    expect(terminalError).toBeUndefined();
  });

  it('some garbage gives its messages to a plain loop', async () => {
    const cli = actorCli({ start: [['write', 'warning: old node\n'], hello, result] });
    const types: string[] = [];
    for await (const { type } of query('Hello', { mode: 'oneShot', ...cli.options }))
      types.push(type);
    expect(types).toEqual(['assistant', 'result']);
  });

  it('nothing but garbage is ended after five lines', async () => {
    const cli = actorCli({ start: [['write', 'garbage\n'.repeat(20)]], end: [], stays: true });
    const { nonTerminalErrors, terminalError } = await within(
      'the query',
      collectItems(query('Hello', { mode: 'oneShot', ...cli.options })),
    );
    expect(codes(nonTerminalErrors)).toEqual(Array(4).fill('JsonDecodeError'));
    expectAdvice(
      terminalError,
      'TooManyDecodeErrors',
      /Check that `pathToClaudeCodeExecutable` is Claude Code/,
    );
    expect(terminalError?.details).toMatchObject({ count: 5, limit: 5 });
    expect(terminalError?.cause).toMatchObject({ code: 'JsonDecodeError' });
    expect(cli.isGone()).toBe(true);
  });

  it('JSON that is no message tells each line of it', async () => {
    const cli = actorCli({ start: [['write', '{"no":"type"}\n[]\n"text"\n'], result] });
    const { nonTerminalErrors } = await within(
      'the query',
      collectItems(query('Hello', { mode: 'oneShot', ...cli.options })),
    );
    expect(new Set(codes(nonTerminalErrors))).toEqual(new Set(['UnexpectedMessage']));
    expectAdvice(nonTerminalErrors[0], 'UnexpectedMessage', /stdout|report/);
  });

  it('a line over the limit ends with its size', async () => {
    const limits = { lineBytes: 10_000 };
    const cli = actorCli({ start: [['sayLong', 20_000], result], stays: true }, { limits });
    const asked = query('Hello', { mode: 'oneShot', ...cli.options });
    const error = await failureOf(asked.next());
    expectAdvice(error, 'BufferOverflow', /Raise `limits\.lineBytes`/);
    expect(error.details.limit).toBe(10_000);
    await within('close()', asked.close());
    expect(cli.isGone()).toBe(true);
  });

  it('half a line and dies ends with the exit', async () => {
    const cli = actorCli({
      start: [hello, ['write', '{"type":"result","resu'], ['raise', 'SIGKILL']],
    });
    const { items, terminalError } = await within(
      'the query',
      collectItems(query('Hello', { mode: 'oneShot', ...cli.options })),
    );
    expect(items[0]).toMatchObject({ kind: 'message', message: { type: 'assistant' } });
    expectAdvice(terminalError, 'ProcessError', /Look for who sent the signal/);
    expect(terminalError?.details.signal).toBe('SIGKILL');
  });

  it('half a line and exits with 0 ends with warnings', async () => {
    const cli = actorCli({ start: [hello, ['write', '{"type":"result","resu']] });
    const { warnings, terminalError } = await within(
      'the query',
      collectItems(query('Hello', { mode: 'oneShot', ...cli.options })),
    );
    expect(codes(warnings)).toEqual(['IncompleteLastLine', 'CleanExitNoResult']);
    expect(terminalError).toBeUndefined();
  });

  it('its result and lets a grandchild hold stdout still ends', async () => {
    const cli = actorCli({ start: [['leaveHolder'], result] });
    const { items } = await within(
      'the query',
      collectItems(query('Hello', { mode: 'oneShot', ...cli.options })),
    );
    expect(items.at(-1)).toMatchObject({ kind: 'message', message: { type: 'result' } });
    expect(cli.holders()).toHaveLength(1);
  });

  it('nothing and lets a grandchild hold stdout still ends', async () => {
    const cli = actorCli({
      start: [['leaveHolder'], ['exit', 3]],
    });
    const error = await failureOf(query('Hello', { mode: 'oneShot', ...cli.options }).next());
    expect(error).toMatchObject({ code: 'ProcessError', details: { exitCode: 3 } });
  });
});

describe('a query', () => {
  it('with a prompt of 1 MiB sends all of it as a session', async () => {
    const prompt = 'x'.repeat(1024 * 1024);
    const cli = actorCli({}, { mode: 'session' });
    const { items } = await within('the query', collectItems(query(prompt, cli.options)));
    expect(items.at(-1)).toMatchObject({ message: { type: 'result' } });
    expect(cli.heard()).toContainEqual(
      expect.objectContaining({
        message: { role: 'user', content: [{ type: 'text', text: prompt }] },
      }),
    );
  });

  it.each(['oneShot', 'session'] as const)('whose consumer throws is over (%s)', async (mode) => {
    const cli = actorCli(
      { ...(mode === 'oneShot' ? { start: [hello] } : { message: [hello] }), stays: true, end: [] },
      { mode },
    );
    const asked = query('Hello', { mode: 'oneShot', ...cli.options });
    const loop = async () => {
      for await (const message of asked) throw new Error(`no ${message.type}`);
    };
    await expect(within('the loop', loop())).rejects.toThrow('no assistant');
    expect(cli.isGone()).toBe(true);
    expect(await within('the end', asked.next())).toMatchObject({ done: true });
  });

  it.each(['oneShot', 'session'] as const)('whose loop is left is over (%s)', async (mode) => {
    const cli = actorCli(
      { ...(mode === 'oneShot' ? { start: [hello] } : { message: [hello] }), stays: true, end: [] },
      { mode },
    );
    const seen: Message[] = [];
    const loop = async () => {
      for await (const message of query('Hello', { mode: 'oneShot', ...cli.options })) {
        seen.push(message);
        break;
      }
    };
    await within('the loop', loop());
    expect(seen).toHaveLength(1);
    expect(cli.isGone()).toBe(true);
  });

  it('whose user throws in withStream is over', async () => {
    const cli = actorCli({ start: [hello], stays: true, end: [] });
    const used = withStream(query('Hello', { mode: 'oneShot', ...cli.options }), async (asked) => {
      await asked.next();
      throw new Error('mine');
    });
    await expect(within('withStream', used)).rejects.toThrow('mine');
    expect(cli.isGone()).toBe(true);
  });

  it.each(['oneShot', 'session'] as const)('that nobody reads harms nobody (%s)', async (mode) => {
    const cli = actorCli({ start: [['exit', 1]] }, { mode });
    const asked = query('Hello', { mode: 'oneShot', ...cli.options });
    await until('the CLI to have come and gone', () => cli.hasStarted() && cli.isGone());
    await within('close()', asked.close());
  });

  it('of one shot says how to get control operations', async () => {
    const cli = actorCli({ start: [hello], stays: true, end: [] });
    const asked = query('Hello', { mode: 'oneShot', ...cli.options });
    const refused = [asked.setModel('opus'), asked.initialization, asked.mcpServerStatus()];
    for (const one of refused) {
      expectAdvice(await failureOf(one), 'ControlUnavailable', /Pass `mode: 'session'`/);
    }
    await within('close()', asked.close());
    expect(cli.isGone()).toBe(true);
  });

  it('that is closed twice, and read afterwards, is just over', async () => {
    const cli = actorCli({ start: [hello], stays: true, end: [] });
    const asked = query('Hello', { mode: 'oneShot', ...cli.options });
    await within('both', Promise.all([asked.close(), asked.close()]));
    await within('the third', asked.close());
    expect(await within('the end', asked.next())).toMatchObject({ done: true });
    expect(await within('return()', asked.return())).toMatchObject({ done: true });
    await expect(within('throw()', asked.throw(new Error('mine')))).rejects.toThrow('mine');
    expect(cli.isGone()).toBe(true);
  });
});
