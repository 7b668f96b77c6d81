import { describe, expect, it } from '@jest/globals';
import type { InspectionEvent } from 'xstate';
import { FastPath } from '../../../src/actors/process/FastPath.js';
import type { MessageFrame } from '../../../src/codec/frames.js';
import type { Port } from '../../../src/ffi/process/port.js';
import { type Message, type Options, startSession } from '../../../src/index.js';
import { simulatedClock } from '../../../src/testing/index.js';
import { assistant, result, state, talkingCli } from '../../support/talkingCli.js';
import { until } from '../../support/until.js';

const frame: MessageFrame = { kind: 'message', message: { type: 'keep_alive' } as never, text: '' };

function open() {
  const delivered: (readonly MessageFrame[])[] = [];
  const fastPath = new FastPath(({ frames }) => delivered.push(frames));
  /** Sends a batch through the machine, which handles it at once. */
  const handled = (openTools: number) =>
    fastPath.sendThroughMachine(openTools, () => fastPath.onHandled());
  return { fastPath, delivered, handled };
}

describe('the fast path', () => {
  it('opens once the machine has handled a batch', () => {
    const { fastPath, delivered, handled } = open();
    expect(fastPath.isOpen(0)).toBe(false);
    handled(0);
    expect(fastPath.isOpen(0)).toBe(true);
    fastPath.deliver({ type: 'messages', frames: [frame] });
    expect(delivered).toEqual([[frame]]);
  });

  it('is closed for a change in the open tools, and after another event', () => {
    const { fastPath, handled } = open();
    handled(1);
    expect([0, 1, 2].map((tools) => fastPath.isOpen(tools))).toEqual([false, true, false]);
    fastPath.close();
    expect(fastPath.isOpen(1)).toBe(false);
  });

  it('stays closed while the machine is busy and has not handled the batch', () => {
    const { fastPath, handled } = open();
    handled(0);
    fastPath.sendThroughMachine(0, () => {});
    expect(fastPath.isOpen(0)).toBe(false);
  });
});

/** The number of a token, the type of anything else. */
function nameOf(message: Message): unknown {
  return message.type === 'stream_event' ? Reflect.get(message.event, 'number') : message.type;
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
/** Lets a CLI say a line at any time, not as an answer only. */
function speaker(cli: ReturnType<typeof talkingCli>) {
  return (frame: object) => cli.process.stdout(`${JSON.stringify(frame)}\n`);
}

const token = (number: number) => ({ type: 'stream_event', event: { number }, session_id: 's' });

describe('a session whose CLI answers within the call', () => {
  it('loses no message and keeps their order', async () => {
    const port = talkingCli({
      onMessage(say, { uuid }) {
        say(state('running'));
        for (const number of numbers(200)) say(token(number));
        say(assistant('between'));
        for (const number of numbers(100)) say(token(number));
        say(result('done', { user_message_uuids: [uuid] }));
        say(state('idle'));
      },
    });
    const session = await startSession({ options: { port } });
    const seen: unknown[] = [];
    for await (const message of session.send('Go')) seen.push(nameOf(message));
    await session.stop();
    expect(seen).toEqual([...numbers(200), 'assistant', ...numbers(100), 'result']);
  });
});

describe('messages that come while the machine is busy', () => {
  it('keep their order', async () => {
    const cli = talkingCli({ onMessage() {} });
    const session = await startSession({ options: { port: cli } });
    const say = speaker(cli);
    const listening = session.on('turn', () => {
      listening();
      for (const number of numbers(5)) say(token(number));
    });
    const seen: unknown[] = [];
    session.on('message', (message) => seen.push(nameOf(message)));
    session.send('Go');
    await until('all of them', () => seen.length === 5);
    await session.stop();
    expect(seen).toEqual(numbers(5));
  });
});

describe('silence after a message that was sent among tokens', () => {
  /** A session on a clock of its own, with what its watchdog has noticed. */
  async function watched(stall: Options['stall']) {
    const clock = simulatedClock();
    const cli = talkingCli({ onMessage() {} });
    const stalls: unknown[] = [];
    const onWarning: Options['onWarning'] = ({ code, context }) =>
      code === 'Stalled' && stalls.push(context.phase);
    const session = await startSession({ options: { port: cli, clock, stall, onWarning } });
    return { session, say: speaker(cli), clock, stalls };
  }

  it('is noticed after its own limit', async () => {
    const { session, say, clock, stalls } = await watched({ firstFrame: 60_000, midTurn: 150 });
    session.send('One');
    say(token(1));
    session.send('Two');
    say(token(2));
    say(token(3));
    clock.increment(151);
    await session.stop();
    expect(stalls).toEqual(['midTurn']);
  });

  it('is not reported while tokens come, however short the limit', async () => {
    const { session, say, clock, stalls } = await watched({ midTurn: 12 });
    session.send('One');
    for (const number of numbers(100)) {
      say(token(number));
      clock.increment(2);
    }
    await session.stop();
    expect(stalls).toEqual([]);
  });
});

describe('a port that throws when it is written to', () => {
  it('fails the message and not the stop', async () => {
    const cli = talkingCli();
    let broken = false;
    const port: Port = {
      start(command, listener) {
        const handle = cli.start(command, listener);
        return {
          ...handle,
          write(line, done) {
            if (broken) throw new Error('no');
            handle.write(line, done);
          },
        };
      },
    };
    const session = await startSession({ options: { port } });
    broken = true;
    await expect(session.send('Go').result).rejects.toMatchObject({ code: 'WriteFailed' });
    await session.stop();
    expect(session.state).toBe('stopped');
  });
});

describe('a long answer', () => {
  /** Says its tokens in turns of the event loop, as a pipe does. */
  async function streamed(options: Options, inspected?: (event: InspectionEvent) => void) {
    const cli = talkingCli({ onMessage() {} });
    const session = await startSession({
      options: { ...options, port: cli, ...(inspected && { inspect: inspected }) },
    });
    let charted = 0;
    session.actor.on('messages', ({ frames }) => {
      charted += frames.length;
    });
    const turn = session.send('Go');
    await until('the message', () => cli.heard.some(({ type }) => type === 'user'));
    const say = speaker(cli);
    const reading = (async () => {
      const seen: unknown[] = [];
      for await (const message of turn) {
        seen.push(nameOf(message));
      }
      return seen;
    })();
    say(state('running'));
    for (const number of numbers(500)) {
      say(token(number));
      if (number % 50 === 0) await Promise.resolve();
    }
    say(assistant('all'));
    say(result('done', { user_message_uuids: [turn.uuid] }));
    say(state('idle'));
    const seen = await reading;
    await session.stop();
    return { seen, charted };
  }
  const whole = [...numbers(500), 'assistant', 'result'];

  it('bypasses the machine, except for the first batch', async () => {
    const { seen, charted } = await streamed({ clock: simulatedClock() });
    expect(seen).toEqual(whole);
    // The state, the first token, the result, the idle state.
    expect(charted).toBe(4);
  });

  it('goes through the machine if its events are inspected', async () => {
    let events = 0;
    const { seen, charted } = await streamed({}, (event) => {
      if (event.type === '@xstate.event' && event.event.type === 'cli.messages') events += 1;
    });
    expect(seen).toEqual(whole);
    expect(charted).toBe(504);
    expect(events).toBe(501);
  });
});
