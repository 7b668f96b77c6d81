import { describe, expect, it } from '@jest/globals';
import type { Message } from '../src/codec/messages.js';
import type { MemoryProcess } from '../src/ffi/process/memoryProcess.js';
import type { Options } from '../src/options/types.js';
import { all } from './support/all.js';
import { ask, hooks, kinds } from './support/askQuery.js';
import { settle } from './support/simulated.js';
import { agree, type Talk, turnFrames } from './support/talkingCli.js';

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
