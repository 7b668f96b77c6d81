import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { knownSecrets } from '../../src/secrets/KnownSecrets.js';
import { redact, redactArgv } from '../../src/secrets/redact.js';
import { leaves, name, plainName, plainText, secret } from './secretSamples.js';

describe('redactArgv', () => {
  it('hides secrets inside JSON arguments and keeps the rest', () => {
    const config =
      '{"mcpServers":{"a":{"env":{"GITHUB_TOKEN":"abc","LANG":"C"},"args":["--api-key","def"],"headers":{"Authorization":"Bearer x"}}}}';
    const shown =
      '{"mcpServers":{"a":{"env":{"GITHUB_TOKEN":"[hidden]","LANG":"[hidden]"},"args":["--api-key","[hidden]"],"headers":{"Authorization":"[hidden]"}}}}';
    expect(redactArgv([`--mcp-config=${config}`, '--settings', config, '--print'])).toEqual([
      `--mcp-config=${shown}`,
      '--settings',
      shown,
      '--print',
    ]);
  });

  it('hides every header and every variable, whatever its name, and keeps the names', () => {
    const server = {
      headers: { Cookie: 'sid=Zq1', 'X-Custom': 'Zq2' },
      env: { CONN: 'Server=x;Pwd=Zq3;', PLAIN: 'Zq4', EMPTY: '', COUNT: 5 },
    };
    const shown = {
      headers: { Cookie: '[hidden]', 'X-Custom': '[hidden]' },
      env: { CONN: '[hidden]', PLAIN: '[hidden]', EMPTY: '', COUNT: '[hidden]' },
    };
    const withServer = (it: object) => [
      `--mcp-config=${JSON.stringify({ mcpServers: { a: it } })}`,
      '--settings',
      JSON.stringify({ model: 'opus', ...it }),
      `--agents=${JSON.stringify({ tester: { prompt: 'Test.', mcpServers: [{ a: it }] } })}`,
    ];
    expect(redactArgv(withServer(server))).toEqual(withServer(shown));
  });

  it('never shows a value of an env or of headers, nor makes their JSON unreadable', () => {
    const map = fc.dictionary(fc.string({ unit: 'binary', minLength: 1 }), secret, { minKeys: 1 });
    fc.assert(
      fc.property(map, fc.constantFrom('env', 'headers'), fc.nat(3), (values, key, levels) => {
        let json = JSON.stringify({ a: { [key]: values }, b: 'c' });
        for (let level = 0; level < levels; level++) json = JSON.stringify({ text: json });
        const [arg = ''] = redactArgv([json]);
        const shown = leaves(JSON.parse(arg));
        const hiddenOnes = Object.values(values);
        expect(shown.some((it) => hiddenOnes.some((value) => it.includes(value)))).toBe(false);
        expect(shown).toContain('c');
        for (const text of [redact(`argv: ${json}`), redact(`argv: ${json.slice(0, -3)}`)]) {
          const plain = hiddenOnes.filter((value) => /^[\w]+$/.test(value));
          expect(plain.some((value) => text.includes(value))).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('hides the values of flags, assignments and headers up to the end of the argument', () => {
    expect(
      redactArgv([
        '--api-key=a b "c"',
        '--auth-token',
        '-x y',
        'DB_PASSWORD=a b\nc',
        '--header=X-Api-Key: a b',
        'Authorization: Bearer a',
        '--model=opus',
        '--max-thinking-tokens=5',
      ]),
    ).toEqual([
      '--api-key=[hidden]',
      '--auth-token',
      '[hidden]',
      'DB_PASSWORD=[hidden]',
      '--header=X-Api-Key: [hidden]',
      'Authorization: [hidden]',
      '--model=opus',
      '--max-thinking-tokens=5',
    ]);
  });

  it('hides the values of the environment in every argument', () => {
    knownSecrets.learn({ MY_TOKEN: 'abcdefgh' });
    expect(redactArgv(['say abcdefgh'])).toEqual(['say [hidden]']);
  });

  it('never shows a secret that stands under a secret name, anywhere in JSON', () => {
    const json = fc.tuple(secret, name).chain(([value, key]) => {
      const leaf = fc.constantFrom<unknown>(
        { [key]: value },
        { [key]: [value] },
        { [key]: { inner: value } },
        [`${key}=${value}`],
        ['--api-key', value],
        { text: JSON.stringify({ [key]: value }) },
      );
      const nested = fc.letrec<{ node: unknown }>((tie) => ({
        node: fc.oneof(
          { maxDepth: 5, depthSize: 'large' },
          leaf,
          fc.tuple(plainName, tie('node'), plainText).map(([k, v, t]) => ({ t, [k]: v })),
          fc.tuple(tie('node'), plainText).map(([v, t]) => [t, v]),
          tie('node').map((v) => ({ text: JSON.stringify(v) })),
        ),
      })).node;
      return nested.map((tree) => ({ tree, value }));
    });
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2, '\t'), ({ tree, value }, space) => {
        const text = JSON.stringify(tree, null, space);
        const shown = redactArgv([`--settings=${text}`, '--mcp-config', text]);
        for (const arg of shown) {
          const json = JSON.parse(arg.replace(/^--settings=/, '').replace(/^--mcp-config$/, '0'));
          expect(leaves(json).some((it) => it.includes(value))).toBe(false);
        }
      }),
    );
  });

  it('never shows a secret that stands under a secret name in the arguments', () => {
    fc.assert(
      fc.property(fc.array(plainText), name, secret, fc.nat(3), (others, key, value, form) => {
        const given = [
          [`--${key.replace(/^_/, '')}=${value}`],
          [`--${key.replace(/^_/, '')}`, value],
          [`${key}=${value}`],
          [`--env=${key}=${value}`],
        ][form] as string[];
        const shown = redactArgv([...others, ...given, ...others]);
        expect(shown.some((arg) => arg.includes(value))).toBe(false);
        expect(shown.join(' ')).toContain('[hidden]');
        expect(shown.slice(0, others.length)).toEqual(others);
      }),
    );
  });
});

/** Every string in a JSON value, those in JSON strings too. */
