import { setFlagsFromString } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';

jest.setTimeout(120_000);

/** More than V8's stack for backtracking has room for. */
const length = 6_000_000;
const run = (unit: string) => unit.repeat(length / unit.length);

/**
 * A program with much code makes V8 compile regular expressions without optimization. They then keep a
 * position for each character that they match, and throw if there are too many.
 */
describe('a text of millions of characters, in a program with much code', () => {
  let redact: (text: string) => string;
  let redactArgv: (argv: readonly string[]) => string[];

  beforeAll(async () => {
    setFlagsFromString('--no-regexp-optimization');
    ({ redact, redactArgv } = await import('../../src/secrets/redact.js'));
  });

  afterAll(() => setFlagsFromString('--regexp-optimization'));

  it.each<[string, string]>([
    ['one word', run('x')],
    ['a word that ends like the name of a secret', `${run('x')}_token`],
    ['dashes', `${run('-')}key`],
    ['underscores', `${run('_')}key=1`],
    ['blanks', run(' ')],
    ['blanks after a name', `A_KEY${run(' ')}`],
    ['backslashes', `A_KEY${run('\\')}`],
    ['digits', `A_TOKENS=${run('1')}`],
    ['counts', `A_TOKENS=[${run('1,')}]`],
    ['closing brackets', `A_TOKENS=1${run(']')}`],
    ['a long name in a map', `env:{${run('x')}:1}`],
    ['a long value in a map', `env:{a:${run('x')}}`],
    ['blanks in a map', `env:{${run(' ')}a:1}`],
    ['a URL', `https://${run('x')}`],
    ['a key of a model', `sk-${run('x')}`],
    ['a key of an account', `sk-ant-${run('x')}`],
    ['a key of GitHub', `ghp_${run('x')}`],
    ['a key of Slack', `xoxb-${run('x')}`],
    ['a bearer', `Bearer ${run('x')}`],
    ['blanks after a bearer', `Bearer${run(' ')}`],
    ['equals signs', `Bearer ${run('x').slice(0, 20)}${run('=')}`],
    ['a private key', `-----BEGIN PRIVATE KEY-----${run('x')}`],
    ['the first line of a private key', `-----BEGIN ${run('A')}`],
    ['a quoted name', `{"${run('x')}":1}`],
    ['a quoted name behind backslashes', `A_TOKENS=["${run('x')}${run('\\')}"`],
  ])('%s can be searched for secrets', (_what, text) => {
    const secret = 'API_KEY=abcdefgh12345678';
    expect(redact(`${text}\n${secret}`)).not.toContain('abcdefgh12345678');
    expect(redact(`${secret} ${text}`)).not.toContain('abcdefgh12345678');
    expect(redactArgv([text, '--api-key', 'abcdefgh12345678']).join(' ')).not.toContain('abcdefgh');
  });
});
