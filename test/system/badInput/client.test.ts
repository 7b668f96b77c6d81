import { describe, expect, it } from '@jest/globals';
import { ClaudeSDKClient, type Options, queryInput, sessionInput } from '../../../src/index.js';
import { all } from '../../support/all.js';
import { until } from '../../support/until.js';
import { actorCli, expectAdvice, failureOf, within } from './support.js';

describe('a client', () => {
  it('that is not connected says so', async () => {
    const client = new ClaudeSDKClient(actorCli().options);
    const uses = [
      () => client.query('too early'),
      () => client.interrupt(),
      () => client.receiveMessages(),
      () => client.session,
    ];
    for (const use of uses) expectAdvice(await failureOf(use), 'NotConnected', /Call connect\(\)/);
    await within('disconnect()', client.disconnect());
  });

  it('that cannot start says why, and may try again', async () => {
    const client = new ClaudeSDKClient({ ...actorCli().options, maxTurns: -1 });
    for (let time = 0; time < 2; time++) {
      expectAdvice(await failureOf(client.connect()), 'InvalidOption', /must be a positive/);
    }
    const signal = 'stop' as unknown as AbortSignal;
    const wrong = new ClaudeSDKClient({ ...actorCli().options, signal });
    expectAdvice(await failureOf(wrong.connect()), 'InvalidOption', /must be/);
  });

  it('that is connected twice at once starts one CLI', async () => {
    const cli = actorCli();
    const client = new ClaudeSDKClient(cli.options);
    await within('both', Promise.all([client.connect(), client.connect('Hello')]));
    const response = await within('the response', all(client.receiveResponse()));
    expect(response.at(-1)).toMatchObject({ result: 'done' });
    expect(cli.pids()).toHaveLength(1);
    await within('disconnect()', client.disconnect());
    expect(cli.isGone()).toBe(true);
  });

  it('that is disconnected while it connects ends the CLI at once', async () => {
    const cli = actorCli({ initialize: [], stays: true });
    const client = new ClaudeSDKClient(cli.options);
    const connected = failureOf(client.connect());
    await until('the handshake', () => cli.heard().length > 0);
    await within('disconnect()', client.disconnect());
    expect(cli.isGone()).toBe(true);
    expectAdvice(await connected, 'NotConnected', /Call connect\(\) again/);
  });

  it('whose CLI has died says so, refuses messages, and can connect again', async () => {
    const cli = actorCli({ message: [['exit', 3]] });
    const client = new ClaudeSDKClient(cli.options);
    await within('connect()', client.connect('Hello'));
    for (const receive of [client.receiveMessages(), client.receiveResponse()]) {
      const failure = await within(
        'the messages',
        failureOf(() => all(receive)),
      );
      expect(failure).toMatchObject({ code: 'ProcessError', details: { exitCode: 3 } });
    }
    expectAdvice(await failureOf(client.query('More')), 'SessionStopped', /Start a new session/);
    await within('connect()', client.connect());
    expect(client.session.state).toBe('running');
    await within('disconnect()', client.disconnect());
    expect(cli.pids()).toHaveLength(2);
  });
});

describe('a client that waits for messages', () => {
  it('hears of the death of an idle CLI', async () => {
    const cli = actorCli();
    const client = new ClaudeSDKClient(cli.options);
    await within('connect()', client.connect('Hello'));
    await within('the response', all(client.receiveResponse()));
    await client.session.idle();
    const waiting = failureOf(() => all(client.receiveMessages()));
    process.kill(client.session.pid ?? 0, 'SIGKILL');
    const failure = { code: 'ProcessError', details: { signal: 'SIGKILL' } };
    expect(await within('the messages', waiting)).toMatchObject(failure);
    await within('disconnect()', client.disconnect());
  });

  it('ends in silence if it is disconnected', async () => {
    const client = new ClaudeSDKClient(actorCli().options);
    await within('connect()', client.connect('Hello'));
    await within('the response', all(client.receiveResponse()));
    const waiting = all(client.receiveMessages());
    await within('disconnect()', client.disconnect());
    expect((await within('the messages', waiting)).map(({ type }) => type)).not.toContain('result');
  });
});

describe('the input of an exported machine', () => {
  it('is checked like the options of a query or a session', async () => {
    const options = { modle: 'sonnet', strict: true } as Options;
    for (const make of [() => sessionInput(options), () => queryInput('Hello', options)]) {
      expectAdvice(await failureOf(make), 'InvalidOption', /Did you mean `model`/);
    }
    expectAdvice(
      await failureOf(() => queryInput('', { strict: true })),
      'InvalidPrompt',
      /Pass the text/,
    );
  });
});
