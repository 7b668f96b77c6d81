import { describe, expect, it } from '@jest/globals';
import type { UserFrame } from '../src/actors/messages/userMessage.js';
import { proceed } from '../src/codec/hooks.js';
import type { Message } from '../src/codec/messages.js';
import { excerptLength } from '../src/defaults.js';
import type { MemoryProcess } from '../src/ffi/process/memoryProcess.js';
import type { Warning } from '../src/options/runtimeTypes.js';
import type { Options } from '../src/options/types.js';
import { type Query, query } from '../src/Query.js';
import { fakeCli } from '../src/testing/fakeCli.js';
import { simulatedClock } from '../src/testing/simulatedClock.js';
import { all } from './support/all.js';
import { settle } from './support/simulated.js';
import {
  agree,
  assistant,
  init,
  result,
  type Talk,
  talkingCli,
  turnFrames,
} from './support/talkingCli.js';

const hooks = { Stop: [{ hooks: [() => proceed()] }] };

const kinds = (messages: readonly Message[]) =>
  messages.map((message) =>
    'subtype' in message ? `${message.type}/${message.subtype}` : message.type,
  );

function ask(prompt: string | AsyncIterable<UserFrame>, talk: Talk = {}, options: Options = {}) {
  const port = talkingCli(talk);
  const run = query(prompt, { port, ...options });
  return { run, port };
}

const askOnce = (prompt: string, talk: Talk = {}, options: Options = {}) =>
  ask(prompt, talk, { mode: 'oneShot', ...options });

describe.each(['oneShot', 'session'] as const)('the usage of a query, mode %s', (mode) => {
  it('is what its result reports', async () => {
    const { port } = fakeCli({ turns: [[{ text: 'Hello' }]] });
    const run = query('Hello', { port, mode });
    expect(run.usage).toMatchObject({ cost: 0, models: {} });
    const last = (await all(run)).at(-1);
    const { cost, models } = run.usage;
    expect(cost).toBeGreaterThan(0);
    expect(last).toMatchObject({ type: 'result', total_cost_usd: cost });
    expect(Object.keys(models)).toHaveLength(1);
  });

  it('says what is unknown if the process dies', async () => {
    const { port } = fakeCli({ turns: [[{ text: 'Hm' }, { crash: 'SIGKILL' }]] });
    const run = query('Hello', { port, mode });
    await expect(all(run)).rejects.toMatchObject({ code: expect.any(String) });
    await run.close();
    expect(run.usage).toMatchObject({ cost: 0, estimated: true, unknownResponses: 1 });
  });

  it('is nothing if the CLI does not start', async () => {
    const { port } = fakeCli({ faults: { failsToStart: 'ENOENT' } });
    const run = query('Hello', { port, mode });
    await expect(all(run)).rejects.toMatchObject({ code: 'CliNotFound' });
    await run.close();
    expect(run.usage.unknownResponses).toBe(0);
  });
});

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

describe('a query as a session', () => {
  it('is chosen if a hook needs one, sends the prompt and closes stdin when the run is over', async () => {
    const { run, port } = ask('Say hello', {}, { hooks });
    expect(kinds(await all(run))).toEqual(['system/init', 'assistant', 'result/success']);
    expect(port.heard.map(({ type }) => type)).toEqual(['control_request', 'user']);
    expect(port.process.ended).toBe(true);
    expect(run.actor.getSnapshot().status).toBe('done');
  });

  it('sends the messages of an iterable, with their own fields, and goes on after each', async () => {
    async function* prompt() {
      yield { type: 'user' as const, message: { role: 'user' as const, content: 'One' } };
      yield {
        type: 'user' as const,
        message: { role: 'user' as const, content: 'Two' },
        uuid: '22222222-2222-4222-8222-222222222222',
        priority: 'next' as const,
      };
    }
    const { run, port } = ask(prompt());
    const messages = await all(run);
    expect(kinds(messages).filter((kind) => kind === 'result/success')).toHaveLength(2);
    const sent = port.heard.filter(({ type }) => type === 'user');
    expect(sent).toMatchObject([
      { message: { content: 'One' }, parent_tool_use_id: null, session_id: '' },
      {
        message: { content: 'Two' },
        uuid: '22222222-2222-4222-8222-222222222222',
        priority: 'next' as const,
      },
    ]);
    // The caller named the second and hears of it. The library named the first.
    expect(kinds(messages).filter((kind) => kind === 'command_lifecycle')).toHaveLength(3);
  });

  it('ends with InvalidPrompt if the iterable throws, and lets the CLI exit', async () => {
    async function* prompt() {
      yield { type: 'user' as const, message: { role: 'user' as const, content: 'One' } };
      throw new Error('the microphone broke');
    }
    const { run } = ask(prompt());
    await expect(all(run)).rejects.toMatchObject({
      code: 'InvalidPrompt',
      message: expect.stringContaining('the microphone broke'),
    });
    expect(run.actor.getSnapshot().status).toBe('done');
  });

  it('ends with an EncodeError if the iterable yields something other than a message', async () => {
    let returned = false;
    async function* prompt() {
      try {
        yield { role: 'user', content: 'One' };
        yield { role: 'user', content: 'Two' };
      } finally {
        returned = true;
      }
    }
    const { run } = ask(prompt() as never);
    await expect(all(run)).rejects.toMatchObject({ code: 'EncodeError' });
    expect(returned).toBe(true);
  });

  it('ends without a message if the iterable yields none', async () => {
    const { run, port } = ask((async function* () {})());
    expect(await all(run)).toEqual([]);
    expect(port.process.ended).toBe(true);
  });

  it('takes more messages while the run goes on', async () => {
    const { run, port } = ask(
      'One',
      {
        onMessage(say, message) {
          const { content } = message.message as { content: string };
          if (content === 'Two') {
            for (const uuid of [port.heard[1]?.uuid, message.uuid]) {
              for (const frame of turnFrames(uuid, 'Done.')) say(frame);
            }
          }
        },
      },
      { hooks },
    );
    const reading = all(run);
    await settle();
    await run.streamInput(
      (async function* () {
        yield { type: 'user' as const, message: { role: 'user' as const, content: 'Two' } };
      })(),
    );
    expect(kinds(await reading).filter((kind) => kind === 'result/success')).toHaveLength(2);
  });

  it('says of messages that come too late that they were not sent', async () => {
    const { run } = ask('One', {}, { hooks });
    const late = () =>
      (async function* () {
        yield { type: 'user' as const, message: { role: 'user' as const, content: 'Two' } };
      })();
    const code = 'SessionStopped';
    await run.next();
    await settle();
    await expect(run.streamInput(late())).rejects.toMatchObject({ code });
    await all(run);
    await expect(run.streamInput(late())).rejects.toMatchObject({ code });
  });

  it('has the control operations', async () => {
    const { run, port } = ask(
      'Say hello',
      {
        onMessage() {},
        onRequest: (request) => (request.subtype === 'set_model' ? 'No.' : agree(request)),
      },
      { hooks },
    );
    expect(await run.supportedCommands()).toMatchObject([{ name: 'help' }]);
    expect(await run.initializationResult()).toHaveProperty('models');
    await run.setPermissionMode('plan');
    await expect(run.setModel('opus')).rejects.toMatchObject({ code: 'ControlRejected' });
    await expect(run.rewindFiles('x')).rejects.toMatchObject({ code: 'CheckpointingNotEnabled' });
    expect(port.heard.at(-2)).toMatchObject({
      request: { subtype: 'set_permission_mode', mode: 'plan' },
    });
    expect(JSON.stringify(port.heard)).not.toContain('rewind_files');
    await run.close();
  });

  it('throws what the session failed with', async () => {
    const { run } = ask(
      'Say hello',
      {
        onMessage(_, __, process) {
          process.endStdout();
          process.exit({ code: 3 });
        },
      },
      { hooks },
    );
    await expect(all(run)).rejects.toMatchObject({ details: { exitCode: 3 } });
  });

  it('throws ProcessError with `strictExitStatus` if the CLI exits badly after a good result', async () => {
    const exitWith = (code: number) => (process: MemoryProcess) => {
      process.endStdout();
      process.exit({ code });
    };
    const failing = (options: Options) => ask('Say hello', { onEnd: exitWith(3) }, options).run;
    const lastOf = async (items: AsyncIterable<{ kind: string }>) => (await all(items)).at(-1);
    expect(await lastOf(failing({ hooks }).items())).toMatchObject({ kind: 'warning' });

    const strict = { hooks, strictExitStatus: true };
    const badExit = { code: 'ProcessError', details: { exitCode: 3, pid: 4711 } };
    await expect(all(failing(strict).items())).rejects.toMatchObject(badExit);
    // The plain iterator throws without it too, as in the official SDK.
    for (const options of [{ hooks }, strict]) {
      const seen: Message[] = [];
      const reading = (async () => {
        for await (const message of failing(options)) seen.push(message);
      })();
      await expect(reading).rejects.toMatchObject(badExit);
      expect(kinds(seen).at(-1)).toBe('result/success');
    }

    const good = ask('Say hello', { onEnd: exitWith(0) }, strict);
    expect(kinds(await all(good.run)).at(-1)).toBe('result/success');
  });

  it('leaves the exit after a failed result alone, even with `strictExitStatus`', async () => {
    const { run } = ask(
      'Say hello',
      {
        onMessage(say, { uuid }) {
          for (const frame of turnFrames(uuid, '')) {
            say(frame.type === 'result' ? { ...frame, is_error: true, result: 'no' } : frame);
          }
        },
        onEnd(process) {
          process.endStdout();
          process.exit({ code: 1 });
        },
      },
      { hooks, strictExitStatus: true },
    );
    const items = await all(run.items());
    expect(items.map(({ kind }) => kind).slice(-2)).toEqual(['message', 'warning']);
  });

  it.each([
    ['its text', { subtype: 'success', result: 'Too busy.' }, 'Too busy.'],
    [
      'its errors',
      { subtype: 'error_max_turns', errors: ['Reached 1', ' and more '] },
      'Reached 1; and more',
    ],
  ])('throws after a result that is an error, with %s', async (_, fields, text) => {
    const talk: Talk = {
      onMessage(say, { uuid }) {
        for (const frame of turnFrames(uuid, '')) {
          say(frame.type === 'result' ? { ...frame, ...fields, is_error: true } : frame);
        }
      },
      onEnd(process) {
        process.endStdout();
        process.exit({ code: 1 });
      },
    };
    const seen: Message[] = [];
    const reading = (async () => {
      for await (const message of ask('Say hello', talk).run) seen.push(message);
    })();
    await expect(reading).rejects.toMatchObject({
      name: 'Error',
      code: 'ErrorResult',
      message: `Claude Code returned an error result: ${text}`,
      details: { exitCode: 1 },
    });
    expect(kinds(seen).at(-1)).toBe(`result/${fields.subtype}`);
    for (const reader of [ask('Say hello', talk).run.items(), ask('Hi', talk).run.envelopes()]) {
      await expect(all(reader as AsyncIterable<unknown>)).resolves.toBeDefined();
    }
  });

  it('warns of a line that is not UTF-8 with its bytes, and logs them as hex', async () => {
    const logged: string[] = [];
    const log = (fields: unknown) => logged.push(JSON.stringify(fields));
    const { run } = ask(
      'Say hello',
      {
        onMessage(say, { uuid }, process) {
          process.stdout(Uint8Array.of(0x7b, 0xff, 0x0a));
          for (const frame of turnFrames(uuid, 'Hello.')) say(frame);
        },
      },
      { hooks, logger: { debug: log, info: log, warn: log, error: log } },
    );
    const warnings = (await all(run.items())).flatMap((item) =>
      item.kind === 'warning' ? [item.warning] : [],
    );
    expect(warnings).toMatchObject([
      { code: 'UndecodableLine', context: { rawBytes: Uint8Array.of(0x7b, 0xff) } },
    ]);
    expect(logged.filter((line) => line.includes('"rawBytes":"7bff"'))).toHaveLength(1);
  });

  it('hides what only this library provokes', async () => {
    const talk: Talk = {
      onMessage(say, { uuid }) {
        say({ type: 'keep_alive' });
        say({ type: 'transcript_mirror', filePath: 'x', entries: [] });
        for (const frame of turnFrames(uuid, 'Hi.')) say(frame);
      },
    };
    expect(kinds(await all(ask('Hi', talk, { hooks }).run))).toEqual([
      'system/init',
      'assistant',
      'result/success',
    ]);
    const env = { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' };
    const asked = kinds(await all(ask('Hi', talk, { hooks, env }).run));
    expect(asked.filter((kind) => kind === 'system/session_state_changed')).toHaveLength(2);
    expect(asked).not.toContain('command_lifecycle');
  });
});

describe.each([
  ['in one shot', {}],
  ['as a session', { hooks }],
] as [string, Options][])('ending a query %s', (_, options) => {
  const silent: Talk = { oneShot: (say) => say(init), onMessage: (say) => say(init) };

  it('by leaving the loop ends the process before the loop is left', async () => {
    const { run, port } = ask('Say hello', silent, options);
    for await (const message of run) {
      expect(message.type).toBe('system');
      break;
    }
    expect(port.process.signals).toContain('SIGINT');
    expect(run.actor.getSnapshot().status).toBe('done');
  });

  it('by throwing in the loop does the same, and the error is the one thrown', async () => {
    const { run } = ask('Say hello', silent, options);
    const failure = new Error('my own');
    const loop = async () => {
      for await (const _ of run) throw failure;
    };
    await expect(loop()).rejects.toBe(failure);
    expect(run.actor.getSnapshot().status).toBe('done');
  });

  it('by close() while a pull waits ends the stream', async () => {
    const { run } = ask('Say hello', silent, options);
    await run.next();
    const pull = run.next();
    await run.close();
    expect(await pull).toEqual({ done: true, value: undefined });
    expect(await run.next()).toEqual({ done: true, value: undefined });
    await run.close();
  });

  it.each(['abortController', 'signal'] as const)('by %s throws Aborted', async (name) => {
    const controller = new AbortController();
    const by = name === 'signal' ? { signal: controller.signal } : { abortController: controller };
    const { run } = ask('Say hello', silent, { ...options, ...by });
    await run.next();
    const pull = run.next();
    controller.abort();
    await expect(pull).rejects.toMatchObject({ code: 'Aborted' });
    expect(await run.next()).toEqual({ done: true, value: undefined });
    await run.close();
    expect(run.actor.getSnapshot().status).toBe('done');
  });

  it('by a signal that was aborted before throws Aborted', async () => {
    const { run } = ask('Say hello', silent, { ...options, signal: AbortSignal.abort() });
    await expect(run.next()).rejects.toMatchObject({ code: 'Aborted' });
    await run.close();
  });

  it('by disposal ends the process', async () => {
    const { run } = ask('Say hello', silent, options);
    await run[Symbol.asyncDispose]();
    expect(run.actor.getSnapshot().status).toBe('done');
  });
});

describe('bad input', () => {
  it.each([
    ['', { strict: true }],
    ['   ', { strict: true }],
    [undefined, {}],
    [5, {}],
  ])('as prompt (%j) is refused at once', (prompt, options) => {
    expect(() => query(prompt as string, options)).toThrow(
      expect.objectContaining({ code: 'InvalidPrompt' }),
    );
  });

  it.each(['', '   '])('such as the empty prompt %j is a warning', async (prompt) => {
    expect(await warnedOf((options) => query(prompt, options))).toEqual(['EmptyPrompt']);
  });

  it.each([
    [{ prompt: 'Hi', option: {} }, /options/],
    [{ prompt: 'Hi', model: 'opus' }, /options: \{ model/],
  ])('as call object (%j) is a warning, or an error in strict options', async (call, remedy) => {
    const strict = { options: { strict: true } };
    expect(() => query({ ...call, ...strict } as never)).toThrow(
      expect.objectContaining({ code: 'InvalidOption', message: expect.stringMatching(remedy) }),
    );
    const warnings = await warnedOf((options) => query({ ...call, options } as never));
    expect(warnings).toEqual(['UnknownOption']);
  });

  it('as options next to a call object is a warning', async () => {
    const warnings = await warnedOf((options) =>
      query({ prompt: 'Hi', options } as never, { disallowedTools: ['Bash'] }),
    );
    expect(warnings).toEqual(['UnknownOption']);
  });

  it('that is a list as the prompt is refused at once', () => {
    expect(() => query([{ type: 'user' }] as never)).toThrow(
      expect.objectContaining({
        code: 'InvalidPrompt',
        message: expect.stringContaining('an array'),
      }),
    );
  });

  it('as option is a warning with the nearest name, or an error in strict options', async () => {
    const odd = { modle: 'opus', model: null } as unknown as Options;
    expect(() => query('Hi', { ...odd, strict: true })).toThrow(
      expect.objectContaining({ code: 'InvalidOption', message: expect.stringContaining('model') }),
    );
    const warnings = await warnedOf((options) => query('Hi', { ...odd, ...options }));
    expect(warnings).toEqual(['UnknownOption', 'OptionIgnored']);
  });
});

/** Runs a query, and gives the codes of what it warned of. */
async function warnedOf(start: (options: Options) => Query): Promise<string[]> {
  const port = talkingCli();
  const warnings: string[] = [];
  await all(start({ port, onWarning: ({ code }) => warnings.push(code) }));
  return warnings.filter((code) => code !== 'ThinInitialize');
}

it('tells of options that are ignored as the first items', async () => {
  const warnings: Warning[] = [];
  const { run } = ask('Hi', {}, { systemPrompt: 'a', appendSystemPrompt: 'b' });
  for await (const item of run.items()) if (item.kind === 'warning') warnings.push(item.warning);
  expect(warnings).toMatchObject([{ code: 'OptionIgnored' }]);
});
