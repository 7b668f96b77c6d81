import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { knownSecrets } from '../../src/secrets/KnownSecrets.js';
import { redact, redactArgv } from '../../src/secrets/redact.js';
import { name, names, noSecretName } from './secretSamples.js';

describe('redact', () => {
  it.each([
    ['a key by its shape', 'used sk-ant-api03-AbC_d-9 here', 'used [hidden] here'],
    ['a longer key', 'sk-proj-0123456789abcdef!', '[hidden]!'],
    ['a token of GitHub', `use ghp_${'a1'.repeat(18)}, please`, 'use [hidden], please'],
    ['a fine-grained token of GitHub', `github_pat_${'a1_'.repeat(20)}.`, '[hidden].'],
    ['a token of GitLab', `glpat-${'a1-_'.repeat(5)} x`, '[hidden] x'],
    ['a token of Slack', 'xoxb-1234567890-abcdef x', '[hidden] x'],
    ['a token of npm', `npm_${'a1'.repeat(18)} x`, '[hidden] x'],
    ['a key of Google', `AIza${'a1-_b'.repeat(7)} x`, '[hidden] x'],
    ['a key of AWS', 'AKIAIOSFODNN7EXAMPLE x', '[hidden] x'],
    [
      'a private key',
      'a -----BEGIN RSA PRIVATE KEY-----\nMIIE+/=\nab\n-----END RSA PRIVATE KEY----- b',
      'a [hidden]-----END RSA PRIVATE KEY----- b',
    ],
    [
      'a private key in JSON',
      String.raw`{"text":"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"}`,
      '{"text":"[hidden]-----END PRIVATE KEY-----"}',
    ],
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
    'ghp_short, npm_config_registry, xox-ray, AKIA and the headline PRIVATE KEY',
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
    ['token beginnings', '', '-ghp_a-npm_a-AIza'],
    ['headlines of private keys', '', '-----BEGIN A PRIVATE KEY-----'],
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
