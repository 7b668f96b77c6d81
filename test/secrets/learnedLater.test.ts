import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError } from '../../src/errors.js';
import { KnownSecrets, knownSecrets } from '../../src/secrets/KnownSecrets.js';
import { redact } from '../../src/secrets/redact.js';
import { withoutSecrets } from '../../src/secrets/redactDeep.js';
import { start } from '../support/startedSession.js';
import { agree } from '../support/talkingCli.js';

const filler = 'x '.repeat(1000);

describe('a text that was redacted before its secret was known', () => {
  it('is redacted again', () => {
    const text = `${filler}Hc6Wm3Tz8Yp1`;
    expect(redact(text)).toBe(text);
    knownSecrets.learn({ LATER_TOKEN: 'Hc6Wm3Tz8Yp1' });
    expect(redact(text)).toBe(`${filler}[hidden]`);
  });

  it('is redacted again if it turns out to be cut', () => {
    knownSecrets.learn({ CUT_TOKEN: 'Jd5Xn2Ua9Zq4' });
    const text = `${filler}Jd5Xn2Ua`;
    expect(redact(text)).toBe(text);
    expect(redact(text, { cutEnd: true })).toBe(`${filler}[hidden]`);
  });

  it('is redacted again in an error', () => {
    const error = new ClaudeActorsError('SpawnFailed', 'no Ke4Yo1Vb7Ar6', { line: 'Ke4Yo1Vb7Ar6' });
    expect(withoutSecrets({ error }).error).toBe(error);
    knownSecrets.learn({ ERROR_TOKEN: 'Ke4Yo1Vb7Ar6' });
    const { message, details, code } = withoutSecrets(error);
    expect({ message, details, code }).toEqual({
      message: 'no [hidden]',
      details: { line: '[hidden]' },
      code: 'SpawnFailed',
    });
  });
});

describe('a secret in the option `env`', () => {
  it('is known to the run, recorded or not', async () => {
    const secret = 'Nh1Br6Ye3Du8';
    const onRequest = (request: Record<string, unknown>) =>
      request.subtype === 'initialize' ? agree(request) : `no access with ${secret}`;
    const { session } = await start({ onRequest }, { env: { RUN_TOKEN: secret } });
    await expect(session.setModel('sonnet')).rejects.toMatchObject({
      code: 'ControlRejected',
      message: expect.stringContaining('no access with [hidden]'),
    });
  });
});

describe('the revision of known secrets', () => {
  it('changes only if there is a new one', () => {
    const secrets = new KnownSecrets();
    secrets.learn({ A_TOKEN: 'Lf3Zp8Wc5Bs2' });
    const { revision } = secrets;
    secrets.learn({ A_TOKEN: 'Lf3Zp8Wc5Bs2', HOME: 'x' });
    expect(secrets.revision).toBe(revision);
    secrets.learn({ A_TOKEN: 'Mg2Aq7Xd4Ct1' });
    expect(secrets.revision).not.toBe(revision);
  });
});
