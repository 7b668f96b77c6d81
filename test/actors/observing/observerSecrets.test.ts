import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { query } from '../../../src/Query.js';
import { startSession } from '../../../src/startSession.js';
import { settle } from '../../support/simulated.js';
import { leave, observedRun, permissionRequest, refusalOf, success } from './observedRun.js';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+/=';
const secret = fc.string({
  unit: fc.constantFrom(...letters),
  minLength: 12,
  maxLength: 60,
});
const name = fc.constantFrom(
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'DB_PASSWORD',
  'MY_SECRET',
);

/** Wherever the CLI or user code may repeat a secret. */
describe('a secret of the environment', () => {
  it('is in no log line of a session', async () => {
    await fc.assert(
      fc.asyncProperty(name, secret, async (variable, value) => {
        const run = observedRun({
          envMode: 'overlay',
          env: { [variable]: value },
          extraArgs: { 'append-note': `the key is ${value}`, 'api-key': value },
          canUseTool: () => Promise.reject(new Error(`no access with ${value}`)),
        });
        const session = await startSession({ options: run.options });
        const asked = session.setModel('sonnet');
        await settle();
        run.process().stderr(`bad key ${value}\n`);
        run.process().stdout(`garbage ${value}\n`);
        run.say(permissionRequest('p'), refusalOf('req_1', `refused: ${value}`));
        await expect(asked).rejects.toMatchObject({ code: 'ControlRejected' });
        session.send('hello');
        await settle();
        leave(run.process(), 1);
        await expect(session.end()).rejects.toMatchObject({ code: 'ProcessError' });
        await settle();
        expect(run.logged('error')).toHaveLength(2);
        expect(run.logged('warn')).toHaveLength(2);
        expect(JSON.stringify(run.lines)).not.toContain(value);
      }),
      { numRuns: 50 },
    );
  });

  it('is in no log line of a query', async () => {
    await fc.assert(
      fc.asyncProperty(name, secret, async (variable, value) => {
        const run = observedRun({ envMode: 'overlay', env: { [variable]: value } });
        const stream = query(`use ${value}`, { mode: 'oneShot', ...run.options });
        await settle();
        run.process().stdout(`garbage ${value}\n`);
        run.say(success, {
          type: 'assistant',
          message: { content: [{ type: 'text', text: value }] },
        });
        leave(run.process());
        for await (const _ of stream);
        await stream.close();
        await settle();
        expect(run.logged('error')).toHaveLength(1);
        expect(run.logged('warn')).toHaveLength(1);
        expect(JSON.stringify(run.lines)).not.toContain(value);
      }),
      { numRuns: 50 },
    );
  });
});
