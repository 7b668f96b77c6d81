import { describe, expect, it } from '@jest/globals';
import { QueryRuntime } from '../../src/actors/QueryRuntime.js';
import { SessionRuntime } from '../../src/actors/SessionRuntime.js';
import { settle, simulatedLaunch } from '../support/simulated.js';
import { line, standing } from './memorySession.js';

const initialize = '{"subtype":"initialize"}';
const stopped = { kind: 'stopped', reason: 'stop' };

describe('a session whose actor is stopped before its start', () => {
  const session = () => {
    const { launch, port } = simulatedLaunch();
    const prompt = [{ uuid: 'p', line: line('p') }];
    return { port, session: new SessionRuntime({ launch, initialize, prompt }) };
  };

  it('settles every promise', async () => {
    const { session: one } = session();
    const { started, initialization, ended } = one;
    const [prompt, idle] = [one.turn('p')?.result, one.idle()];
    one.actor.stop();
    expect(await standing({ started, initialization, ended, prompt, idle })).toEqual({
      started: 'SessionStopped',
      initialization: 'SessionStopped',
      ended: stopped,
      prompt: 'SessionStopped',
      idle: undefined,
    });
    expect(one.state).toBe('stopped');
  });

  it('refuses later requests, and starts nothing', async () => {
    const { session: one, port } = session();
    one.actor.stop();
    one.start();
    await settle();
    expect(port.processes).toEqual([]);
    const asked = {
      sent: one.send('a', line('a')).result,
      request: one.request('mcp_status', '{}'),
      idle: one.idle(),
      end: one.end(),
      stop: one.stop(),
    };
    expect(await standing(asked)).toEqual({
      sent: 'SessionStopped',
      request: 'SessionStopped',
      idle: undefined,
      end: stopped,
      stop: stopped,
    });
  });
});

describe('a query whose actor is stopped before its start', () => {
  it('ends its items, resolves `exited`, and starts nothing', async () => {
    const { launch, port } = simulatedLaunch();
    const query = new QueryRuntime({ launch });
    const [pulled, exited] = [query.next(), query.exited];
    query.actor.stop();
    query.start();
    const end = { done: true, value: undefined };
    expect(await standing({ pulled, exited, later: query.next(), close: query.close() })).toEqual({
      pulled: end,
      exited: undefined,
      later: end,
      close: undefined,
    });
    expect(port.processes).toEqual([]);
  });
});
