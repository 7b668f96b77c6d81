import { describe, expect, it } from '@jest/globals';
import { userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import { settle } from '../../support/simulated.js';
import { line, permissionRequest, running, standing } from '../memorySession.js';

/** A session whose pipe has a message that the CLI does not take. */
async function blocked() {
  const callbacks = userCallbacks({
    canUseTool: async () => ({ behavior: 'deny', message: 'no' }),
  });
  const all = await running({ callbacks });
  all.process().writes = 'hold';
  const first = all.session.send('first', line('first'));
  await settle();
  const release = async () => {
    all.process().writes = 'accept';
    all.process().acceptHeld();
    await settle();
  };
  return { ...all, first, release };
}

describe('a line that waits behind a blocked pipe', () => {
  it('is not written once the CLI has cancelled the request it answers', async () => {
    const { say, release, written, session } = await blocked();
    say(permissionRequest('p0'));
    say(permissionRequest('p1'));
    await settle();
    say({ type: 'control_cancel_request', request_id: 'p0' });
    await release();
    const answers = written().flatMap((one) => one.response?.request_id ?? []);
    expect(answers).toEqual(['p1']);
    session.actor.stop();
  });

  it('is not written once its caller has given the request up', async () => {
    const { session, release, written } = await blocked();
    const abort = new AbortController();
    const given = session.request('mcp_status', '{}', { signal: abort.signal });
    const kept = session.request('mcp_status', '{}');
    abort.abort();
    expect(await standing({ given, kept })).toEqual({ given: 'Aborted', kept: 'waits' });
    await release();
    expect(written().flatMap((one) => one.request_id ?? [])).toEqual(['req_0', 'req_2']);
    session.actor.stop();
  });

  it('is not written once its request has timed out', async () => {
    const { session, release, written, clock } = await blocked();
    const late = session.request('mcp_status', '{}', { timeoutMs: 4000 });
    clock.increment(4000);
    expect(await standing({ late })).toEqual({ late: 'ControlTimeout' });
    await release();
    expect(written().flatMap((one) => one.request_id ?? [])).toEqual(['req_0']);
    session.actor.stop();
  });

  it('is not written once the session is stopped', async () => {
    const { session, say, release, written, exit } = await blocked();
    const request = session.request('mcp_status', '{}');
    say(permissionRequest('p0'));
    await settle();
    const stopped = session.stop();
    expect(await standing({ request })).toEqual({ request: 'SessionStopped' });
    await release();
    expect(written().map((one) => one.type)).toEqual(['control_request', 'user']);
    exit();
    await stopped;
  });

  it('is written if the pipe already has it', async () => {
    const { session, process, written } = await running();
    process().writes = 'hold';
    const abort = new AbortController();
    const given = session.request('mcp_status', '{}', { signal: abort.signal });
    abort.abort();
    expect(await standing({ given })).toEqual({ given: 'Aborted' });
    process().acceptHeld();
    expect(written().flatMap((one) => one.request_id ?? [])).toEqual(['req_0', 'req_1']);
    session.actor.stop();
  });
});
