import { describe, expect, it } from '@jest/globals';
import { excerptLength } from '../src/defaults.js';
import type { Options } from '../src/options/types.js';
import { query } from '../src/Query.js';
import { simulatedClock } from '../src/testing/simulatedClock.js';
import { all } from './support/all.js';
import { askOnce, kinds } from './support/askQuery.js';
import { settle } from './support/simulated.js';
import { assistant, init, result, type Talk, talkingCli } from './support/talkingCli.js';

describe('a query in one shot', () => {
  it('gives the messages, and is over when the CLI is', async () => {
    const { run } = askOnce('Say hello');
    expect(kinds(await all(run))).toEqual(['system/init', 'assistant', 'result/success']);
  });

  it('gets its prompt on stdin and nowhere else, and stdin is closed at once', async () => {
    const { run, port } = askOnce('  -p "Say hello"\0\n');
    await all(run);
    expect(port.prompts).toEqual(['  -p "Say hello"\0\n']);
    expect(JSON.stringify(port.process.command)).not.toContain('hello');
    expect(port.process.ended).toBe(true);
  });

  it('fails if the CLI falls silent and `stall` says stop', async () => {
    const clock = simulatedClock();
    const options = { mode: 'oneShot', clock, stall: { action: 'stop' } } as const;
    const { run } = askOnce('Say hello', { oneShot: (say) => say(init) }, options);
    const outcome = all(run).catch((error) => error);
    await settle();
    clock.increment(120_000);
    expect(await outcome).toMatchObject({ code: 'StallTimeout', details: { stage: 'midTurn' } });
  });

  it('takes its arguments as one object too', async () => {
    const port = talkingCli();
    const messages = await all(query({ prompt: 'Say hello', options: { port } }));
    expect(kinds(messages)).toHaveLength(3);
  });

  it('has warnings and errors that do not end it among its items', async () => {
    const { run } = askOnce('Say hello', {
      oneShot(say, process) {
        say('not JSON');
        say(init);
        say(result('Done.'));
        say(assistant('afterthought'));
        process.endStdout();
        process.exit({ code: 0 });
      },
    });
    const items = await all(run.items());
    expect(items.map((item) => item.kind)).toEqual(['error', 'message', 'message', 'warning']);
    expect(items[0]).toMatchObject({ error: { code: 'JsonDecodeError' } });
    expect(items[3]).toMatchObject({
      warning: {
        code: 'UnexpectedMessageAfterResult',
        context: { message: { type: 'assistant' } },
      },
    });
  });

  it('yields to the plain iterator the message that a warning is about', async () => {
    const { run } = askOnce('Say hello', {
      oneShot(say, process) {
        say('not JSON');
        say(result('Done.'));
        say(assistant('afterthought'));
        process.endStdout();
        process.exit({ code: 0 });
      },
    });
    expect(kinds(await all(run))).toEqual(['result/success', 'assistant']);
  });

  it('gives each message with the text that it came as', async () => {
    const text = '{"type":"system", "subtype":"init" ,"new":1.0}';
    const { run } = askOnce('Say hello', {
      oneShot(say, process) {
        say(text);
        say(result('é'));
        process.endStdout();
        process.exit({ code: 0 });
      },
    });
    const envelopes = await all(run.envelopes());
    expect(envelopes[0]?.rawJson).toBe(text);
    expect(envelopes[0]?.message).toEqual(JSON.parse(text));
    const last = envelopes[1];
    expect(Buffer.from(last?.rawBytes ?? []).toString()).toBe(last?.rawJson);
  });

  it('has the bytes of a line that is not UTF-8, cut to a limit', async () => {
    const start = Uint8Array.of(0x7b, 0xff, 0xfe);
    const long = Buffer.concat([start, Buffer.alloc(1_000, 0x80)]);
    const { run } = askOnce('Say hello', {
      oneShot(say, process) {
        process.stdout(Buffer.concat([start, Buffer.from('\n'), long, Buffer.from('\n')]));
        say('not JSON');
        say(result('Done.'));
        process.endStdout();
        process.exit({ code: 0 });
      },
    });
    const details = (await all(run.items())).flatMap((item) =>
      item.kind === 'error' ? [item.error.details] : [],
    );
    expect(details[0]?.rawBytes).toEqual(start);
    expect(details[1]?.rawBytes).toEqual(new Uint8Array(long.subarray(0, excerptLength)));
    expect(details[2]).not.toHaveProperty('rawBytes');
  });

  it('keeps the bytes of a line to itself if there is a secret in it', async () => {
    const secret = `sk-ant-api03-${'a1B2c3D4'.repeat(6)}`;
    const { run } = askOnce('Say hello', {
      oneShot(say, process) {
        process.stdout(Buffer.concat([Buffer.from(`key ${secret} `), Buffer.of(0xff, 0x0a)]));
        say(result('Done.'));
        process.endStdout();
        process.exit({ code: 0 });
      },
    });
    const [item] = await all(run.items());
    expect(item).toMatchObject({ kind: 'error', error: { code: 'Utf8DecodeError' } });
    expect(item?.kind === 'error' && item.error.details).not.toHaveProperty('rawBytes');
    expect(JSON.stringify(item)).not.toContain(secret);
  });

  it.each<[string, string, Options]>([
    ['TooManyDecodeErrors', 'no JSON\n'.repeat(20), {}],
    ['BufferOverflow', 'x'.repeat(2_000), { limits: { lineBytes: 1_024 } }],
  ])(
    'says with %s which process it was and what it wrote to stderr',
    async (code, output, more) => {
      const talk: Talk = {
        oneShot(_, process) {
          process.stderr('out of ideas\n');
          process.stdout(output);
        },
      };
      const { run } = askOnce('Say hello', talk, more);
      await expect(run.next()).rejects.toMatchObject({
        code,
        details: {
          pid: 4711,
          cliPath: expect.any(String),
          argv: expect.arrayContaining(['--output-format']),
          stderrTail: expect.stringContaining('out of ideas'),
        },
      });
    },
  );

  it('warns of a bad exit after the result with what is known about the process', async () => {
    const { run } = askOnce('Say hello', {
      oneShot(say, process) {
        say(result('Done.'));
        process.stderr('cannot save the transcript\n');
        process.endStdout();
        process.exit({ code: 3 });
      },
    });
    expect((await all(run.items())).at(-1)).toMatchObject({
      warning: {
        code: 'NonZeroExitAfterResult',
        message: expect.stringContaining('cannot save the transcript'),
        context: {
          exitCode: 3,
          expected: false,
          pid: 4711,
          argv: expect.arrayContaining(['--output-format']),
          stderrTail: expect.stringContaining('cannot save the transcript'),
        },
      },
    });
  });

  it('tells how its process is doing', async () => {
    const { run } = askOnce('Say hello', {
      oneShot(say, process) {
        process.stderr('one line\n');
        say(init);
      },
    });
    expect(run.health).toMatchObject({ pid: undefined, frames: { in: 0, out: 0 } });
    expect(run.health.startedAt).toBeUndefined();
    await run.next();
    const { health } = run;
    expect(health).toMatchObject({
      pid: 4711,
      frames: { in: 1 },
      bytes: { in: JSON.stringify(init).length + 1, out: 'Say hello'.length },
      stderrLines: 1,
      stderrBytes: 'one line\n'.length,
    });
    expect(health.startedAt).toBeInstanceOf(Date);
    expect(health.lastActivityAt).toBeInstanceOf(Date);
    await run.close();
  });

  it('throws what ends it, once', async () => {
    const { run } = askOnce('Say hello', {
      oneShot(_, process) {
        process.stderr('no credentials\n');
        process.endStdout();
        process.exit({ code: 1 });
      },
    });
    await expect(run.next()).rejects.toMatchObject({
      code: 'ProcessError',
      details: { exitCode: 1 },
    });
    expect(await run.next()).toEqual({ done: true, value: undefined });
  });

  it('says of control operations that they need a session', async () => {
    const { run } = askOnce('Say hello');
    await expect(run.setModel('opus')).rejects.toMatchObject({ code: 'ControlUnavailable' });
    await expect(run.supportedModels()).rejects.toMatchObject({ code: 'ControlUnavailable' });
    await expect(run.streamInput((async function* () {})())).rejects.toMatchObject({
      code: 'ControlUnavailable',
      message: expect.stringContaining("mode: 'session'"),
    });
    await run.close();
  });

  it('sends SIGINT for an interrupt', async () => {
    const { run, port } = askOnce('Say hello', {
      oneShot: () => {},
      onSignal(signal, process) {
        process.stdout(`${JSON.stringify(result('', { is_error: true }))}\n`);
        process.endStdout();
        process.exit({ code: 0 });
        expect(signal).toBe('SIGINT');
      },
    });
    await settle();
    await run.interrupt();
    expect(kinds(await all(run))).toEqual(['result/success']);
    expect(port.process.signals).toEqual(['SIGINT']);
  });
});
