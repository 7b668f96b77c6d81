import { afterEach, expect, it, jest } from '@jest/globals';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import { cliLaunch } from '../../src/actors/process/cliLaunch.js';
import { SessionRuntime } from '../../src/actors/sessionRuntime.js';
import { encodeRequest, userMessageLine } from '../../src/codec/control.js';
import { type MessagesApi, messagesApi } from '../support/messagesApi.js';
import { type Sandbox, sandbox } from '../support/sandbox.js';
import { describeCli } from '../support/targets.js';

jest.setTimeout(120_000);

let api: MessagesApi | undefined;
let box: Sandbox | undefined;

afterEach(async () => {
  await api?.close();
  box?.remove();
});

describeCli('messages without an answer of the model', (target) => {
  const { version, path, env } = target;
  it('a message whose uuid it has seen is discarded, a command is answered, and end() comes to its end', async () => {
    api = await messagesApi(() => [{ text: 'Hello.' }]);
    box = sandbox(api.url);
    const launch = cliLaunch({
      mode: 'session',
      args: ['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose'],
      cliPath: path,
      cwd: box.cwd,
      env: { ...box.env, ...env },
      envMode: 'replace',
      callbacks: userCallbacks({}),
    });
    const initialize = encodeRequest('initialize', {});
    const session = new SessionRuntime({ launch, initialize }).start();
    const send = (content: string, digit: number) => {
      const uuid = `${digit}1111111-1111-4111-8111-111111111111`;
      return session.send(uuid, userMessageLine({ content, uuid }));
    };
    expect(await send('hello', 1)).toMatchObject({ result: 'Hello.' });
    // Commands that ask no model have results as well.
    for (const [place, command] of ['/clear', '/compact', '/cost'].entries()) {
      expect(await send(command, place + 2)).toMatchObject({ type: 'result', is_error: false });
    }
    await expect(send('hello', 1)).rejects.toMatchObject({
      code: 'TurnDiscarded',
      message: expect.stringContaining('uuid'),
    });
    const beside = Promise.allSettled([send('hello', 1), send('another', 7)]);
    void session.end();
    // An old CLI does not say whom a result answers: both share it.
    const again = version === '2.1.197' ? 'fulfilled' : 'rejected';
    expect(await beside).toMatchObject([{ status: again }, { status: 'fulfilled' }]);
    expect(await session.ended).toEqual({ kind: 'completed' });
  });
});
