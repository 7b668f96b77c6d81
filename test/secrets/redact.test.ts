import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { knownSecrets } from '../../src/secrets/KnownSecrets.js';
import { redact, redactArgv } from '../../src/secrets/redact.js';

const names = [
  'ANTHROPIC_API_KEY',
  'GITHUB_TOKEN',
  'CLIENT_SECRET',
  'DB_PASSWORD',
  'PASSWORD_FILE_TEXT',
  'apiKey',
  'authToken',
  'x-api-key',
  'X-Auth-Token',
  'Authorization',
  'clientSecret',
  'APIKey',
  'AWSKey',
  '_authToken',
  'API_KEYS',
  'ANTHROPIC_API_KEY_2',
  'API_KEY2',
  'CLIENT_SECRET_VALUE',
  'DB_PASS',
  'authTokens',
  'GITHUB_PAT',
  'STRIPE_SK',
  'AWS_CREDENTIALS',
  'gitCredential',
  'DB_PWD',
  'Set-Cookie',
  'X-Custom-Auth',
  'basicAuth',
];

/** Long and odd enough to be in no other part of an output. */
const secret = fc
  .string({ unit: 'binary', maxLength: 12 })
  .map((text) => `Zq7${text}9wX`)
  .filter((text) => !text.includes('\0') && !/(?:true|false|null|undefined)/.test(text));
const name = fc.constantFrom(...names);
const plainText = fc.stringMatching(/^[a-z ,.]{0,20}$/);
const noSecretName = (text: string) =>
  !/key|token|secret|pass|auth|bearer|cookie|pat|pwd|sk|sig|credential|env|headers/i.test(text);
const plainName = fc.stringMatching(/^[a-z]{1,8}$/).filter(noSecretName);

describe('redact', () => {
  it.each([
    ['a key by its shape', 'used sk-ant-api03-AbC_d-9 here', 'used [hidden] here'],
    ['a longer key', 'sk-proj-0123456789abcdef!', '[hidden]!'],
    ['a bearer token', 'curl -H bearer abc.def-123=', 'curl -H bearer [hidden]'],
    ['a header line', 'a\nAuthorization: Basic dTpw x\nb', 'a\nAuthorization: [hidden]\nb'],
    ['a variable', 'export GITHUB_TOKEN=ghp_1 && x', 'export GITHUB_TOKEN=[hidden] && x'],
    ['a quoted variable', `A_SECRET="two words" B=1`, `A_SECRET="[hidden]" B=1`],
    ['a property', '{"apiKey" : "a\\"b", "c": 1}', '{"apiKey":"[hidden]","c":1}'],
    ['a property of cut JSON', '…, "apiKey": "a\\"b", "c"', '…, "apiKey": "[hidden]", "c"'],
    ['a property cut inside', 'x {"apiKey": "abc', 'x {"apiKey": "[hidden]'],
    [
      'JSON in a string',
      'x "{\\"A_KEY\\":\\"b\\",\\"c\\":1}"',
      'x "{\\"A_KEY\\":\\"[hidden]\\",\\"c\\":1}"',
    ],
    ['the rest of a quoted text', 'x "\\"run A_KEY=b\\", 1"', 'x "\\"run A_KEY=[hidden]\\", 1"'],
    ['all of a value that holds a key', 'A_KEY=sk-ant-a1!b c', 'A_KEY=[hidden] c'],
    ['a list', 'x {"A_KEY": ["b", "]"], "c": 1', 'x {"A_KEY": [hidden], "c": 1'],
    ['a flag', 'claude --api-key abc --print', 'claude --api-key [hidden] --print'],
    ['userinfo', 'at https://me:pa@ss@host/x', 'at https://[hidden]@host/x'],
    ['a token as user', 'https://ghp_1@github.com/x', 'https://[hidden]@github.com/x'],
    ['a query', 'http://h/?access_token=abc', 'http://h/?access_token=[hidden]'],
    ['tokens in a list', '{"tokens":["abc"]}', '{"tokens":"[hidden]"}'],
    ['tokens in a cut list', 'x {"tokens":["abc"],', 'x {"tokens":[hidden],'],
    ['a key in a query', 'GET https://h/?key=ab1&x=2 ok', 'GET https://h/?key=[hidden] ok'],
    ['a token in prose', 'the token: ab12cd34ef is bad', 'the token: [hidden] is bad'],
    ['a secret in prose', 'secret: ab12cd34ef', 'secret: [hidden]'],
    ['a header pair', '[["x-api-key","abc"]]', '[["x-api-key","[hidden]"]]'],
    ['a header pair in text', 'x ["x-api-key", "abc"] y', 'x ["x-api-key", "[hidden]"] y'],
    ['a pair of a word', '["token","abc"]', '["token","[hidden]"]'],
    [
      'a name beside its value',
      '[{"name":"API_KEY","value":"abc"}]',
      '[{"name":"API_KEY","value":"[hidden]"}]',
    ],
    [
      'a name beside its value in text',
      'x {"name": "API_KEY", "value": "abc"} y',
      'x {"name": "API_KEY", "value": "[hidden]"} y',
    ],
    ['a value half in quotes', 'API_KEY=a"b c"d e', 'API_KEY=[hidden] e'],
    ['a value behind a quoted part', "API_KEY='a'bc d", 'API_KEY=[hidden] d'],
    ['two quoted parts', `API_KEY="a"'b c' d`, 'API_KEY=[hidden] d'],
    ['an ANSI quoted value', "API_KEY=$'a b' c", 'API_KEY=[hidden] c'],
    ['a value with an escaped blank', 'API_KEY=ab\\ cd e', 'API_KEY=[hidden] e'],
    ['a flag in a mixed list', '["--token","abc",5]', '["--token","[hidden]",5]'],
    ['a cookie up to the end of its line', 'Cookie: a=b; c=d\nx', 'Cookie: [hidden]\nx'],
    ['a header that authorizes', 'X-Custom-Auth: abc', 'X-Custom-Auth: [hidden]'],
    [
      'what a CLI shows of its environment',
      'GITHUB_PAT=a1\nAPP_CREDENTIALS=b2\nPATH=/bin\nPWD=/home/dev',
      'GITHUB_PAT=[hidden]\nAPP_CREDENTIALS=[hidden]\nPATH=/bin\nPWD=/home/dev',
    ],
    ['a connection string', 'Server=x;Pwd=ab1;Port=1 ok', 'Server=x;Pwd=[hidden] ok'],
    [
      'a signature in a query',
      'GET https://h/?a=1&sig=ab1 ok',
      'GET https://h/?a=1&sig=[hidden] ok',
    ],
    [
      'every value of an env in text',
      'run {"env": {"A": "b", "C":5,"D":null,"E":{"f":"g"}, "H": ["i"]}, "j": "k"} now',
      'run {"env": {"A": "[hidden]", "C":[hidden],"D":null,"E":[hidden], "H": [hidden]}, "j": "k"} now',
    ],
    [
      'every header in text that was cut',
      'x "{\\"headers\\":{\\"X-A\\":\\"b\\",\\"X-C\\":\\"d',
      'x "{\\"headers\\":{\\"X-A\\":\\"[hidden]\\",\\"X-C\\":\\"[hidden]',
    ],
    [
      'an object as Node prints it',
      "env: { A: 'b c', D: 'e' }",
      "env: { A: '[hidden]', D: '[hidden]' }",
    ],
    ['an env that is a list', 'x {"env":["A=b"],"c":1', 'x {"env":[hidden],"c":1'],
    ['an npmrc line', '//r.example/:_authToken=npm_1', '//r.example/:_authToken=[hidden]'],
  ])('hides %s', (_, text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  it.each([
    'SyntaxError: Unexpected token: } in JSON at position 3',
    '{"usage":{"input_tokens": 12, "output_tokens":3},"apiKeySource":"none"}',
    'x {"usage":{"input_tokens": 12, "output_tokens":3},"tokens":{"a":1}',
    '{"tokens":{"input":5,"output":[3]},"total_tokens":8}',
    'used max_tokens: 4096, tokens=12/20, output_tokens: many',
    'Unexpected token: identifier',
    'The secret: be patient. The token: expired',
    '{"a":"API_KEY","b":"c"}',
    '["token","secret","x"]',
    'the key: value pairs, key=value, a key?',
    'say "x" and it\'s fine',
    'ssh://git@github.com/x/y and https://example.com:8080/a@b',
    'the task-management-system-of-tomorrow',
    'Invalid API key · Please run /login',
    'a monkey: brown, a turkey = bird',
    '{"password":null,"token":"","hasSecret":true}',
    'the bearer of news',
    'PATH=/bin PATTERN=a AUTHOR=b COMPAT=c PWD=/home/dev OLDPWD=/home TASK=d SSH_AUTH_SOCK=/s',
    '{"author":"a","path":"b","pattern":"c","backCompat":"d","disk":"e","authority":"f"}',
    'auth: none, credentials: missing, pat: hello, cookies: two',
    '{"env":"production","headers":true,"env_file":{"a":"b"}}',
    'set env: production',
    '',
  ])('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('hides the values of secret variables wherever they stand, the longest first', () => {
    const env = { MY_TOKEN: 'abcdefgh', MY_KEY: 'abcdefghijkl', HOME: '/home/dev', A_KEY: 'no' };
    knownSecrets.learn(env);
    expect(redact('no abcdefghijkl, abcdefgh at /home/dev')).toBe(
      'no [hidden], [hidden] at /home/dev',
    );
    knownSecrets.learn({ MY_TOKEN: 'ab"cd"efgh' });
    expect(redact(`x ${JSON.stringify('ab"cd"efgh')}`)).toBe('x "[hidden]"');
  });

  it('hides each line of a variable, and short values', () => {
    const env = { MY_KEY: 'topsecretA\r\n  topsecretB\nab', MY_TOKEN: 's3cr3t', A_TOKEN: 'hidden' };
    knownSecrets.learn(env);
    expect(redact('ab: topsecretB, s3cr3t, hidden')).toBe('ab: [hidden], [hidden], hidden');
    expect(redact('A_KEY=x')).toBe('A_KEY=[hidden]');
  });

  it('reads the escapes of JSON', () => {
    expect(redact('{"GITHUB_\\u0054OKEN":"abc"}')).toBe('{"GITHUB_TOKEN":"[hidden]"}');
    expect(redact('{"A_TOKEN":"abc","A_TOKEN":null}')).not.toContain('abc');
  });

  it('never shows a secret property of JSON in a log line, however deep its quotes, cut or not', () => {
    const noise = fc.string({
      unit: fc.constantFrom('"', "'", '\\', '{', ']', ',', ' ', 'x', '\n'),
    });
    fc.assert(
      fc.property(name, noise, noise, fc.nat(3), fc.nat(200), (key, before, after, levels, cut) => {
        let json = JSON.stringify({ a: 1, [key]: `${before}Zq79wX${after}`, b: [2] });
        for (let level = 0; level < levels; level++) json = JSON.stringify({ text: json });
        const line = `frame ${json} done`;
        expect(redact(line)).not.toContain('Zq79wX');
        expect(redact(line.slice(0, cut))).not.toContain('Zq79wX');
      }),
      { numRuns: 500 },
    );
  });

  it('leaves text without a secret unchanged', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(
        text.filter((it) => noSecretName(it) && !it.includes('://')),
        (it) => {
          expect(redact(it)).toBe(it);
        },
      ),
    );
    fc.assert(
      fc.property(fc.json(), (json) => {
        fc.pre(noSecretName(json) && !json.includes('://'));
        expect(redact(json)).toBe(json);
      }),
    );
  });

  it('changes nothing more the second time', () => {
    const piece = fc.oneof(
      fc.constantFrom(...names, '"', "'", '\\', '\\"', '=', ':', ' ', '\n', '{', '}', '[', ']'),
      fc.constantFrom('"env":{', '"headers":', 'env', '"a":', '{a:', ';pwd='),
      fc.constantFrom('tokens', 'token', '?key=', '$', '"name":', '"value":', '12', ','),
      fc.constantFrom('[hidden]', '--', 'https://', '@', ',', 'Bearer ', 'sk-ant-a1', 'null', '`'),
      fc.string({ maxLength: 4 }),
    );
    const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (it) => {
        const once = redact(it);
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.array(text), (argv) => {
        const once = redactArgv(argv);
        expect(redactArgv(once)).toEqual(once);
      }),
    );
  });

  it.each([
    ['one word', '', 'a'],
    ['backslashes after a name', 'A_KEY="', '\\'],
    ['backslashes in a list', 'A_KEY={', '\\'],
    ['backslashes without a name', '', '\\'],
    ['opening brackets', '', 'A_KEY:[{'],
    ['names', '', 'A_KEY '],
    ['names without a value', '', '"A_KEY" :  '],
    ['values', '', 'A_KEY=x '],
    ['digits', '', '12345678'],
    ['schemes', '', 'https://a:'],
    ['at signs', '', '@@@@://@'],
    ['bearers', '', 'bearer  '],
    ['dashes', '', '--------'],
    ['key beginnings', '', 'sk-ant-'],
    ['blanks', 'A_KEY', '        '],
    ['JSON beginnings', '', '{"a":[{'],
    ['pieces of a shell value', 'A_KEY=', `a"b"'c'$`],
    ['quotes after a name', 'A_KEY=', `"`],
    ['names in a list', '', '"A_KEY","'],
    ['backslashes in a count', 'tokens={', '\\'],
    ['counts', '', 'tokens={"a":1},'],
    ['digits after a name', 'A_KEY', '2'],
    ['escaped blanks', 'A_KEY=', '\\ '],
    ['maps', '', '"env":{'],
    ['entries', '"env":{', '"a":1,'],
    ['maps of entries', '', '"env":{"a":1},'],
    ['open names in maps', '', `"env":{"`],
    ['backslashes in a map', '"env":{', '\\'],
    ['blanks in a map', '"env":{"a"', ' '],
  ])('gets through a mebibyte of %s', (_, start, unit) => {
    // Were it quadratic, this would take hours.
    const text = start + unit.repeat(Math.ceil(2 ** 20 / unit.length));
    expect(redact(text).length).toBeGreaterThan(0);
  });

  it('takes JSON of any depth', () => {
    const deep = `${'['.repeat(100_000)}{"A_\\u0054OKEN":"Zq79wX"}${']'.repeat(100_000)}`;
    expect(redact(deep)).not.toContain('Zq79wX');
  });
});

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
function leaves(value: unknown): string[] {
  if (typeof value === 'string') {
    try {
      return [value, ...leaves(JSON.parse(value))];
    } catch {
      return [value];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leaves);
}
