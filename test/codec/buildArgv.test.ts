import { describe, expect, it } from '@jest/globals';
import { argumentLimits } from '../../src/codec/argumentLimits.js';
import { buildArgv } from '../../src/codec/buildArgv.js';
import type { FlagEncoding, FlagValue } from '../../src/codec/encodeFlag.js';
import type { ClaudeActorsError } from '../../src/errors.js';

const sessionPrefix = [
  '--output-format',
  'stream-json',
  '--input-format',
  'stream-json',
  '--verbose',
];

function session(flags: FlagValue[], platform: NodeJS.Platform = 'linux'): string[] {
  const argv = buildArgv({ mode: 'session', flags, platform });
  expect(argv.slice(0, sessionPrefix.length)).toEqual(sessionPrefix);
  return argv.slice(sessionPrefix.length);
}

function encode(encoding: FlagEncoding, value: unknown): string[] {
  return session([{ option: 'thing', encoding, value }]);
}

function errorOf(run: () => unknown): Pick<ClaudeActorsError, 'code' | 'message' | 'details'> {
  try {
    run();
  } catch (error) {
    return error as ClaudeActorsError;
  }
  throw new Error('nothing was thrown');
}

describe('the two forms of the command line', () => {
  it('ends with the flags: a prompt is no argument', () => {
    const flags: FlagValue[] = [
      { option: 'model', encoding: { kind: 'value', flag: 'model' }, value: 'sonnet' },
    ];
    const argv = (mode: 'oneShot' | 'session') => buildArgv({ mode, flags, platform: 'linux' });
    const oneShot = ['--print', '--output-format', 'stream-json', '--verbose', '--model=sonnet'];
    expect(argv('oneShot')).toEqual(oneShot);
    expect(argv('session')).toEqual([...sessionPrefix, '--model=sonnet']);
  });
});

describe('encodings', () => {
  it.each<[FlagEncoding, unknown, string[]]>([
    [{ kind: 'value', flag: 'f' }, 'x', ['--f=x']],
    [{ kind: 'value', flag: 'f' }, 1.5, ['--f=1.5']],
    [{ kind: 'value', flag: 'f' }, '-x y=z\n"', ['--f=-x y=z\n"']],
    [{ kind: 'value', flag: 'f' }, '', []],
    [{ kind: 'value', flag: 'f', keepEmpty: true }, '', ['--f=']],
    [{ kind: 'switch', flag: 'f' }, true, ['--f']],
    [{ kind: 'switch', flag: 'f' }, false, []],
    [{ kind: 'switchOff', flag: 'no-f' }, false, ['--no-f']],
    [{ kind: 'switchOff', flag: 'no-f' }, true, []],
    [{ kind: 'list', flag: 'f' }, ['a', 'B(c, d e)'], ['--f=a,B(c, d e)']],
    [{ kind: 'list', flag: 'f' }, [], []],
    [{ kind: 'list', flag: 'f', keepEmpty: true }, [], ['--f=']],
    [{ kind: 'repeat', flag: 'f' }, ['/a b', '--c', ''], ['--f=/a b', '--f=--c']],
    [{ kind: 'json', flag: 'f' }, { a: ['\0\n'] }, ['--f={"a":["\\u0000\\n"]}']],
    [{ kind: 'json', flag: 'f' }, '/some/file.json', ['--f=/some/file.json']],
    [{ kind: 'json', flag: 'f' }, '', []],
    [
      { kind: 'pairs' },
      [
        ['a', '-1'],
        ['b-c', null],
        ['d', ''],
        ['print', null],
        ['input-format', 'stream-json'],
      ],
      ['--a=-1', '--b-c', '--d', ''],
    ],
  ])('%j of %j', (encoding, value, expected) => {
    expect(encode(encoding, value)).toEqual(expected);
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;

  it.each<[FlagEncoding, unknown]>([
    [{ kind: 'value', flag: 'f' }, {}],
    [{ kind: 'value', flag: 'f' }, Number.NaN],
    [{ kind: 'value', flag: 'f' }, 'a\0b'],
    [{ kind: 'switch', flag: 'f' }, 'yes'],
    [{ kind: 'switchOff', flag: 'f' }, 0],
    [{ kind: 'list', flag: 'f' }, 'a'],
    [{ kind: 'list', flag: 'f' }, [null]],
    [{ kind: 'repeat', flag: 'f' }, ['a\0']],
    [{ kind: 'json', flag: 'f' }, cycle],
    [{ kind: 'json', flag: 'f' }, 1n],
    [{ kind: 'json', flag: 'f' }, () => undefined],
    [{ kind: 'pairs' }, [['a', {}]]],
    [{ kind: 'pairs' }, ['a']],
  ])('%p refuses value number %#', (encoding, value) => {
    const error = errorOf(() => encode(encoding, value));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe('thing');
    expect(error.message).toContain('`thing`');
  });

  it.each(['', '-x', '--x', 'x y', 'x=y', 'x\n', '1', 'ä'])('refuses the flag name %j', (name) => {
    expect(errorOf(() => encode({ kind: 'pairs' }, [[name, null]])).code).toBe('InvalidOption');
  });

  it.each(['print', 'output-format', 'input-format'])('lets nobody change --%s', (name) => {
    const error = errorOf(() => encode({ kind: 'pairs' }, [[name, 'text']]));
    expect(error.code).toBe('InvalidOption');
    expect(error.message).toContain(`--${name}`);
  });

  it.each(['', ' ', 'a,b', 'a b', 'Bash(', 'Bash(x (y) z)', 'Skill(x),Bash(y)'])(
    'refuses the list element %j, which the CLI would split or swallow',
    (element) => {
      const error = errorOf(() => encode({ kind: 'list', flag: 'f' }, [element, 'Write']));
      expect(error.code).toBe('InvalidOption');
      expect(error.message).toContain(JSON.stringify(element));
    },
  );
});

describe('argument limits', () => {
  const value = (text: string, whenTooLong?: string): FlagValue[] => [
    { option: 'big', encoding: { kind: 'value', flag: 'f' }, value: text, whenTooLong },
  ];

  it('takes 128 KiB with the closing NUL as one argument on Linux, and no byte more', () => {
    const fits = 'x'.repeat(131_072 - '--f='.length - 1);
    expect(session(value(fits))).toEqual([`--f=${fits}`]);
    const error = errorOf(() => session(value(`${fits}x`, 'Use a file.')));
    expect(error.code).toBe('ArgumentTooLong');
    expect(error.details).toEqual({ option: 'big', count: 131_073, limit: 131_072 });
    expect(error.message).toMatch(/`big`.*Use a file\.$/);
  });

  it('counts bytes, not characters', () => {
    expect(errorOf(() => session(value('ä'.repeat(70_000)))).code).toBe('ArgumentTooLong');
  });

  it('takes a larger argument on macOS, up to the total', () => {
    expect(session(value('x'.repeat(200_000)), 'darwin')).toHaveLength(1);
    const error = errorOf(() => session(value('x'.repeat(1_000_000)), 'darwin'));
    expect(error.code).toBe('ArgumentTooLong');
    expect(error.details.limit).toBeLessThan(1_048_576);
  });

  it('names the option that fills the command line, though each argument fits', () => {
    const flags: FlagValue[] = [
      { option: 'small', encoding: { kind: 'value', flag: 's' }, value: 'y'.repeat(120_000) },
      {
        option: 'dirs',
        encoding: { kind: 'repeat', flag: 'd' },
        value: Array.from({ length: 20 }, () => 'x'.repeat(100_000)),
        whenTooLong: 'Name fewer.',
      },
    ];
    const error = errorOf(() => session(flags));
    expect(error.code).toBe('ArgumentTooLong');
    expect(error.details.option).toBe('dirs');
    expect(error.message).toContain('Name fewer.');
  });

  it('counts the quoted command line on Windows', () => {
    const { measure, total } = argumentLimits('win32');
    expect(total).toBe(32_767);
    // The expected texts are what CreateProcess gets, with the space after each argument.
    expect(measure('plain')).toBe('plain '.length);
    expect(measure('')).toBe('"" '.length);
    expect(measure('a b')).toBe('"a b" '.length);
    expect(measure('a\\b')).toBe('a\\b '.length);
    expect(measure('say "hi"')).toBe('"say \\"hi\\"" '.length);
    expect(measure('a\\"b')).toBe('"a\\\\\\"b" '.length);
    expect(measure('a b\\')).toBe('"a b\\\\" '.length);
    expect(session(value('x'.repeat(31_000)), 'win32')).toHaveLength(1);
    expect(errorOf(() => session(value('"'.repeat(16_000)), 'win32')).code).toBe('ArgumentTooLong');
  });
});
