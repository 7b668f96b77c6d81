import { describe, expect, it } from '@jest/globals';
import {
  costLine,
  durationText,
  failureSentence,
  toolLine,
} from '../../../src/cli/run/summaryLines.js';
import type { ResultMessage } from '../../../src/codec/results.js';

const failed = (fields: object) => failureSentence({ is_error: true, ...fields } as ResultMessage);

describe('the closing line', () => {
  it('shows cost, turns and time', () => {
    const took = { total_cost_usd: 0.01234, num_turns: 3, duration_ms: 12_400 };
    expect(costLine(took)).toBe('$0.0123 · 3 turns · 12.4 s');
    expect(costLine({ total_cost_usd: 1.5, num_turns: 1, duration_ms: 40 })).toBe(
      '$1.50 · 1 turn · 40 ms',
    );
  });

  it('shows the cost of the last message of a chat, and of all', () => {
    expect(costLine({ total_cost_usd: 0.0017, num_turns: 1 }, 0.0014)).toBe(
      '$0.0003 ($0.0017 in all) · 1 turn',
    );
  });

  it('omits what the CLI does not report', () => {
    expect(costLine({ num_turns: 2 })).toBe('2 turns');
    expect(costLine({})).toBe('');
  });

  it('uses minutes for long runs', () => {
    expect(durationText(59_900)).toBe('59.9 s');
    expect(durationText(61_000)).toBe('1 min 1 s');
    expect(durationText(119_700)).toBe('2 min 0 s');
  });
});

describe('the reason of a failed run', () => {
  it('is the reason from the CLI, the most specific one first', () => {
    expect(failed({ subtype: 'success', terminal_reason: 'api_error', result: 'Bad key' })).toBe(
      'The run failed (api_error): Bad key',
    );
    expect(failed({ subtype: 'error_max_turns', errors: ['one', 'two'] })).toBe(
      'The run failed (error_max_turns): one; two',
    );
    expect(failed({ subtype: 'error_during_execution' })).toBe(
      'The run failed (error_during_execution).',
    );
  });
});

describe('the line of a tool', () => {
  it.each([
    ['Bash', { command: 'git status', description: 'Looks' }, 'Bash git status'],
    ['Edit', { old_string: 'a', file_path: '/a b.txt' }, 'Edit /a b.txt'],
    ['mcp__calc__add', { a: 1 }, 'mcp__calc__add {"a":1}'],
    ['ListAgents', {}, 'ListAgents'],
    ['Odd', 'text', 'Odd'],
    ['Bash', { command: 'one\n\u001b[2Jtwo' }, 'Bash one [2Jtwo'],
    ['Bash', { command: 'x'.repeat(100) }, `Bash ${'x'.repeat(34)}…`],
  ])('of %s with %j is %s', (name, input, line) => {
    expect(toolLine(name, input, 40)).toBe(line);
  });
});
