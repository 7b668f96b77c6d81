import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { userCallbacks } from '../../../src/actors/callbacks/userCallbacks.js';
import { QueryRuntime } from '../../../src/actors/QueryRuntime.js';
import { settle, simulatedLaunch } from '../../support/simulated.js';
import { line, running } from '../memorySession.js';
import { anyFrame } from './anyFrame.js';

const callbacks = userCallbacks({
  canUseTool: (_, input) => ({ behavior: 'allow', updatedInput: input }),
  mcpServers: { calc: () => ({ jsonrpc: '2.0', result: {} }) },
});
const frames = fc.array(anyFrame, { maxLength: 12, size: 'max' });

/** Jest fails a test for a rejection that nobody handles, if the test is still there to be failed. */
afterEach(() => new Promise((resolve) => setImmediate(resolve)));

it('a session goes on whatever frames come, and every line that it writes is JSON', async () => {
  await fc.assert(
    fc.asyncProperty(frames, async (all) => {
      const { session, say, process, exit } = await running({ callbacks });
      session.send('u', line('Hello'));
      session.request('mcp_status', '{"subtype":"mcp_status"}');
      for (const frame of all) say(frame);
      await settle();
      expect(session.actor.getSnapshot().status).toBe('active');
      for (const written of process().written) {
        expect(written.indexOf('\n')).toBe(written.length - 1);
        JSON.parse(written);
      }
      const stop = session.stop();
      await settle();
      exit();
      expect(await stop).toEqual({ kind: 'stopped', reason: 'stop' });
      expect(session.actor.getSnapshot().children).toEqual({});
    }),
  );
});

it('a query goes on whatever frames come', async () => {
  await fc.assert(
    fc.asyncProperty(frames, async (all) => {
      const { launch, clock, process } = simulatedLaunch(callbacks);
      const query = new QueryRuntime({ launch }, { clock }).start();
      await settle();
      process().spawn(7);
      for (const frame of all) process().stdout(`${JSON.stringify(frame)}\n`);
      await settle();
      expect(query.actor.getSnapshot().status).toBe('active');
      const closed = query.close();
      process().endStdout();
      process().exit();
      await closed;
      expect(query.actor.getSnapshot().status).toBe('done');
    }),
  );
});
