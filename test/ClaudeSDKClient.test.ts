import { afterEach, describe, expect, it } from '@jest/globals';
import { ClaudeSDKClient } from '../src/ClaudeSDKClient.js';
import { all } from './support/all.js';
import { talkingCli } from './support/talkingCli.js';

let client: ClaudeSDKClient;

afterEach(() => client.disconnect());

describe('a client', () => {
  it('does nothing before it is connected, and says so', async () => {
    client = new ClaudeSDKClient({ port: talkingCli() });
    const code = 'NotConnected';
    await expect(client.query('Hi')).rejects.toMatchObject({ code });
    await expect(client.interrupt()).rejects.toMatchObject({ code });
    expect(() => client.receiveMessages()).toThrow(expect.objectContaining({ code }));
    expect(() => client.receiveResponse()).toThrow(expect.objectContaining({ code }));
    await client.disconnect();
  });

  it('receives the response to each query, and nothing of the next', async () => {
    client = new ClaudeSDKClient({ port: talkingCli() });
    await client.connect();
    await client.query('One');
    await client.query('Two');
    for (const text of ['One', 'Two']) {
      const response = await all(client.receiveResponse());
      expect(response.map(({ type }) => type)).toEqual(['system', 'assistant', 'result']);
      expect(response.at(-1)).toMatchObject({ result: `You said "${text}"` });
    }
  });

  it('loses nothing when a loop is left early', async () => {
    client = new ClaudeSDKClient({ port: talkingCli() });
    await client.connect('One');
    for await (const message of client.receiveResponse()) {
      expect(message.type).toBe('system');
      break;
    }
    const rest = await all(client.receiveResponse());
    expect(rest.map(({ type }) => type)).toEqual(['assistant', 'result']);
  });

  it('names the conversation in what it sends', async () => {
    const port = talkingCli();
    client = new ClaudeSDKClient({ port });
    await client.connect();
    await client.query('One');
    await client.query('Two', 'other');
    await client.query(
      (async function* () {
        yield { type: 'user', message: { role: 'user', content: 'Three' } };
      })(),
      'third',
    );
    await client.session.idle();
    const sent = port.heard.filter(({ type }) => type === 'user');
    expect(sent.map(({ session_id: id }) => id)).toEqual(['default', 'other', 'third']);
  });

  it('ends its loops and its process when it is disconnected, and can connect again', async () => {
    const port = talkingCli();
    client = new ClaudeSDKClient({ port });
    await client.connect('One');
    await all(client.receiveResponse());
    const waiting = all(client.receiveMessages());
    const { session } = client;
    await client.disconnect();
    expect(await waiting).toEqual([]);
    expect(session.state).toBe('stopped');
    await client.connect('Again');
    expect(await all(client.receiveResponse())).toHaveLength(3);
  });

  it('sends the prompt of a second connect on the connection that it has', async () => {
    const port = talkingCli();
    client = new ClaudeSDKClient({ port });
    await client.connect('One');
    await client.connect('Two');
    await client.connect();
    expect(port.processes).toHaveLength(1);
    await all(client.receiveResponse());
    expect((await all(client.receiveResponse())).at(-1)).toMatchObject({
      result: 'You said "Two"',
    });
  });
});
