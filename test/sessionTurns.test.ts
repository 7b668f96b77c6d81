import { describe, expect, it } from '@jest/globals';
import { all } from './support/all.js';
import { settle } from './support/simulated.js';
import { answerToLast, line, notTakingBack, start, types } from './support/startedSession.js';
import { agree, assistant, init, lifecycle, result, state } from './support/talkingCli.js';

describe('turns', () => {
  it('have their own messages and result', async () => {
    const { session } = await start();
    for (const text of ['One', 'Two']) {
      const turn = session.send(text);
      expect(types(await all(turn))).toEqual(['system', 'assistant', 'result']);
      expect(await turn.result).toMatchObject({ result: `You said "${text}"` });
    }
  });

  it('keep their messages for one who comes later', async () => {
    const { session } = await start();
    const turn = session.send('One');
    const after = session.send('Two');
    await after.result;
    expect(types(await all(turn))).toEqual(['system', 'assistant', 'result']);
    expect(await all(after)).toMatchObject([{}, {}, { result: 'You said "Two"' }]);
    // What was read is over.
    expect(await all(turn)).toEqual([]);
  });

  it('share the result of the turn that took them up', async () => {
    const { session, port } = await start({ onMessage() {} });
    const [first, second] = [session.send('One'), session.send('Two')];
    await settle();
    const say = (frame: object) => port.process.stdout(`${JSON.stringify(frame)}\n`);
    for (const uuid of [first.uuid, second.uuid]) say(lifecycle(uuid, 'queued'));
    say(lifecycle(first.uuid, 'started'));
    say(init);
    say(assistant('Working.'));
    say(lifecycle(second.uuid, 'started'));
    say(assistant('Both.'));
    say(result('Both.', { user_message_uuids: [first.uuid, second.uuid] }));
    say(state('idle'));
    expect(await first.result).toBe(await second.result);
    expect(types(await all(first))).toEqual(['system', 'assistant', 'assistant', 'result']);
    expect(types(await all(second))).toEqual(['assistant', 'result']);
  });

  it('of a CLI that reports nothing still end with a result', async () => {
    const { session, port } = await start({ onMessage() {} });
    const [first, second] = [session.send('One'), session.send('Two')];
    await settle();
    const say = (frame: object) => port.process.stdout(`${JSON.stringify(frame)}\n`);
    for (const frame of [
      state('running'),
      init,
      assistant('Both.'),
      result('Both.'),
      state('idle'),
    ]) {
      say(frame);
    }
    expect(types(await all(first))).toEqual(['system', 'assistant', 'result']);
    expect(await all(second)).toMatchObject([{ type: 'result', result: 'Both.' }]);
  });

  it('have the line of a result that they share, even if the log has dropped it', async () => {
    const { session, port } = await start({ onMessage() {} });
    const [first, second] = [session.send('One'), session.send('Two')];
    await settle();
    const answer = JSON.stringify(result('Both.')).replace('{', '{ ');
    port.process.stdout(`${answer}\n`);
    await all(first);
    await settle();
    for (let i = 0; i < 1100; i++) port.process.stdout(line(assistant('More.')));
    port.process.stdout(line(state('idle')));
    const last = (await all(second.envelopes())).at(-1);
    expect(last).toMatchObject({ message: await first.result, rawJson: answer });
  });

  it('can be left early without harm', async () => {
    const { session } = await start();
    const turn = session.send('One');
    for await (const message of turn) {
      expect(message.type).toBe('system');
      break;
    }
    expect(await all(turn)).toEqual([]);
    expect(await turn.result).toMatchObject({ type: 'result' });
  });

  it('that nobody reads do not pile up: the oldest are let go, and say so', async () => {
    const { session } = await start();
    const turns = Array.from({ length: 20 }, (_, index) => session.send(`Message ${index}`));
    await turns.at(-1)?.result;
    await expect(all(turns[0])).rejects.toMatchObject({ code: 'ConsumerTooSlow' });
    expect(await all(turns[19])).toHaveLength(3);
  });

  it('are interrupted while they run, and cancelled while they are queued', async () => {
    const { session, port } = await start({ onMessage() {} });
    const [first, second] = [session.send('One'), session.send('Two')];
    await settle();
    await first.interrupt();
    expect(port.heard.at(-1)).toMatchObject({ request: { subtype: 'interrupt' } });
    await second.interrupt();
    expect(port.heard.at(-1)).toMatchObject({
      request: { subtype: 'cancel_async_message', message_uuid: second.uuid },
    });
  });

  it('that the CLI took back are discarded, and get no result of another', async () => {
    const { session, port } = await start({ onMessage() {}, onRequest: notTakingBack });
    const [first, second] = [session.send('One'), session.send('Two')];
    await settle();
    const taken = second.interrupt();
    await settle();
    const frames = [answerToLast(port, { cancelled: true }), result('One.'), state('idle')];
    port.process.stdout(frames.map(line).join(''));
    await taken;
    await expect(second.result).rejects.toMatchObject({ code: 'TurnDiscarded' });
    expect(await first.result).toMatchObject({ result: 'One.' });
  });

  it('that the CLI has taken up already are interrupted', async () => {
    const { session, port } = await start({
      onMessage() {},
      onRequest: (request) =>
        request.subtype === 'cancel_async_message' ? { cancelled: false } : agree(request),
    });
    const states: string[] = [];
    const [first, second] = [session.send('One'), session.send('Two')];
    session.on('turn', ({ uuid, state }) => void (uuid === second.uuid && states.push(state)));
    await settle();
    await second.interrupt();
    expect(port.heard.slice(-2)).toMatchObject([
      { request: { subtype: 'cancel_async_message' } },
      { request: { subtype: 'interrupt' } },
    ]);
    const aborted = { is_error: true, user_message_uuids: [first.uuid, second.uuid] };
    for (const frame of [
      lifecycle(second.uuid, 'started'),
      lifecycle(second.uuid, 'cancelled'),
      result('Aborted.', aborted),
      state('idle'),
    ]) {
      port.process.stdout(line(frame));
    }
    expect(await second.result).toBe(await first.result);
    expect(states).toEqual(['started', 'interrupted']);
  });

  it('that were answered while they were being cancelled let the next one run', async () => {
    const { session, port } = await start({ onMessage() {}, onRequest: notTakingBack });
    const [, second] = [session.send('One'), session.send('Two')];
    await settle();
    const taken = second.interrupt();
    await settle();
    port.process.stdout(line(result('Two.', { user_message_uuids: [second.uuid] })));
    port.process.stdout(line(answerToLast(port, { cancelled: false })));
    await taken;
    expect(port.heard.at(-1)).toMatchObject({ request: { subtype: 'cancel_async_message' } });
  });

  it('that the CLI discards say so', async () => {
    const { session } = await start({
      onMessage: (say, { uuid }) => {
        say(lifecycle(uuid, 'queued'));
        say(lifecycle(uuid, 'cancelled'));
        say(state('idle'));
      },
    });
    const turn = session.send('One');
    await expect(turn.result).rejects.toMatchObject({ code: 'TurnDiscarded' });
    await expect(all(turn)).rejects.toMatchObject({ code: 'TurnDiscarded' });
  });
});
