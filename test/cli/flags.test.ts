import { describe, expect, it } from '@jest/globals';
import { type Flags, parseFlags } from '../../src/cli/flags.js';
import { UsageError } from '../../src/cli/UsageError.js';

const flags = {
  model: { kind: 'text', value: 'name', help: '' },
  'max-turns': { kind: 'count', help: '' },
  tools: { kind: 'list', help: '' },
  simulate: { kind: 'optional', help: '' },
  json: { kind: 'switch', short: 'j', help: '' },
} as const satisfies Flags;

const parse = (...args: string[]) => parseFlags(args, flags);

describe('the flags of a command', () => {
  it('returns values by name and type, and the operands', () => {
    const args = ['--model', 'sonnet', 'one', '--max-turns=3', '-j', '--', '--two', '-'];
    expect(parse(...args)).toEqual({
      values: { model: 'sonnet', 'max-turns': 3, json: true },
      operands: ['one', '--two', '-'],
    });
  });

  it('accepts an optional value only with an equals sign', () => {
    expect(parse('--simulate', 'tools')).toEqual({
      values: { simulate: true },
      operands: ['tools'],
    });
    expect(parse('--simulate=tools').values.simulate).toBe('tools');
  });

  it('joins lists, and splits them at commas outside of parentheses', () => {
    const { values } = parse('--tools', 'Read, Bash(git log, git diff)', '--tools=Edit,');
    expect(values.tools).toEqual(['Read', 'Bash(git log, git diff)', 'Edit']);
  });

  it('uses the last of two values', () => {
    expect(parse('--model', 'a', '--model', 'b').values.model).toBe('b');
  });

  it.each([
    [['--modle', 'x'], /Unknown option --modle.*--model/],
    [['--maxturns', '3'], /--max-turns/],
    [['-x'], /Unknown option -x/],
    [['--constructor'], /Unknown option --constructor/],
    [['--model'], /--model needs a value: --model <name>/],
    [['--model', '--json'], /looks like an option.*--model=--json/],
    [['--json=yes'], /--json does not take a value/],
    [['--max-turns', '0'], /integer of at least 1, not "0"/],
    [['--max-turns', '3.5'], /not "3.5"/],
    [['--max-turns', 'many'], /not "many"/],
  ])('refuses %j', (args, message) => {
    expect(() => parse(...args)).toThrow(UsageError);
    expect(() => parse(...args)).toThrow(message);
  });

  it('accepts a value that looks like an option after an equals sign', () => {
    expect(parse('--model=--json').values).toEqual({ model: '--json' });
  });
});
