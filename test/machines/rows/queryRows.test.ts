import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError, isTerminal } from '../../../src/errors.js';
import type { QueryEvent } from '../../../src/machines/query/queryTypes.js';
import { badUtf8, fromCli, result, text } from './fromCli.js';
import {
  firstLadder,
  items,
  outputEnded,
  oversize,
  secondLadder,
  states,
  streaming,
  warningsIn,
} from './queryWalk.js';
import { gone } from './sessionWalk.js';

const lastLine = (line: string): QueryEvent[] =>
  fromCli(line).map((event) =>
    event.type === 'cli.undecodable' ? { ...event, last: true } : event,
  );

describe('streaming', () => {
  it('| message | message | `streaming`', () => {
    const walk = streaming().take(...fromCli(text));
    expect(items(walk)).toEqual(['message assistant']);
    expect(walk.state).toMatchObject({ streaming: 'reading' });
  });

  it('| result | message | `resultReceived`', () => {
    const walk = streaming().take(...fromCli(result()));
    expect(items(walk)).toEqual(['message result']);
    expect(walk.state).toMatchObject({ resultReceived: 'draining' });
  });

  const undecodable: [string, QueryEvent, string][] = [
    ['not JSON', fromCli('no json')[0] as QueryEvent, 'JsonDecodeError'],
    ['not UTF-8', badUtf8(), 'Utf8DecodeError'],
  ];

  it.each(undecodable)('| line that is %s | error, not terminal | `streaming`', (_, line, code) => {
    const walk = streaming().take(line);
    expect(items(walk)).toEqual([`error ${code}`]);
    expect(isTerminal(new ClaudeActorsError(code as 'JsonDecodeError', ''))).toBe(false);
    expect(walk.state).toMatchObject({ streaming: 'reading' });
  });

  it.each(undecodable)(
    '| line that is %s | the 5th in a row: `TooManyDecodeErrors`, terminal | `closed`',
    (_, line, code) => {
      const walk = streaming().take(line, line, line, line);
      expect(walk.state).toMatchObject({ streaming: 'reading' });
      walk.take(line);
      expect(items(walk)).toEqual(['throws TooManyDecodeErrors']);
      expect(walk.emitted.find(({ type }) => type === 'ended')).toMatchObject({
        error: { cause: { code } },
      });
      expect(walk.state).toBe('closed');
      expect(walk.sentTo('process')).toEqual(secondLadder);
    },
  );

  it('A message sets the run of decode errors back to 0', () => {
    const bad = Array.from({ length: 4 }, () => 'no json');
    const walk = streaming().take(...fromCli(...bad, text, ...bad));
    expect(walk.state).toMatchObject({ streaming: 'reading' });
    expect(walk.take(...fromCli('no json')).state).toBe('closed');
  });

  it('| JSON without a `type` | error `UnexpectedMessage`, not terminal, not counted | `streaming`', () => {
    const walk = streaming().take(...fromCli(...Array.from({ length: 6 }, () => '{"a":1}')));
    expect(items(walk)).toEqual(Array.from({ length: 6 }, () => 'error UnexpectedMessage'));
    expect(walk.state).toMatchObject({ streaming: 'reading' });
    walk.take(...fromCli('x', 'x', 'x', 'x', '[]'));
    expect(walk.state).toMatchObject({ streaming: 'reading' });
    expect(walk.take(...fromCli('x')).state).toBe('closed');
  });

  it('| line over the limit | error `BufferOverflow`, terminal | `closed`', () => {
    const walk = streaming().take(oversize);
    expect(items(walk)).toEqual(['throws BufferOverflow']);
    expect(walk.state).toBe('closed');
    expect(walk.sentTo('process')).toEqual(secondLadder);
  });

  it.each([1, 143, null])('| exit ≠ 0 (%s) | error `ProcessError`, terminal | `closed`', (code) => {
    const walk = streaming().take(gone(code));
    expect(items(walk)).toEqual(['throws ProcessError']);
    expect(states(walk)).toEqual(['closed', 'exited']);
  });

  it('| exit 0 | warning `CleanExitNoResult`, end | `exited`', () => {
    const walk = streaming().take(gone(0));
    expect(items(walk)).toEqual(['warning CleanExitNoResult', 'end']);
    expect(walk.state).toBe('exited');
  });

  it('| or end of stdout | warning `CleanExitNoResult`, end | `closed`', () => {
    const walk = streaming().take(outputEnded);
    expect(items(walk)).toEqual([]);
    walk.elapse(500);
    expect(items(walk)).toEqual(['warning CleanExitNoResult', 'end']);
    expect(walk.state).toBe('closed');
    expect(walk.sentTo('process')).toEqual(firstLadder);
  });

  it.each([
    [0, ['warning CleanExitNoResult', 'end']],
    [1, ['throws ProcessError']],
  ])('| end of stdout, and then exit %i: the exit counts', (code, expected) => {
    const walk = streaming().take(outputEnded).take(gone(code));
    expect(items(walk)).toEqual(expected);
    expect(walk.timers).toEqual([]);
  });

  it('| a last line without newline is taken as a line first', () => {
    const walk = streaming().take(...lastLine(JSON.stringify(text)), outputEnded, gone(0));
    expect(items(walk)).toEqual(['message assistant', 'warning CleanExitNoResult', 'end']);
    const withResult = streaming().take(...lastLine(JSON.stringify(result())), outputEnded);
    expect(items(withResult.take(gone(0)))).toEqual(['end']);
  });

  it('| a last line without newline that is JSON without a `type` is taken as a line first', () => {
    const walk = streaming().take(...lastLine('{"a":1}'), outputEnded, gone(0));
    expect(items(walk)).toEqual(['error UnexpectedMessage', 'warning CleanExitNoResult', 'end']);
  });

  it('| warning `IncompleteLastLine` if that line did not decode, then warning `CleanExitNoResult`, one a pull', () => {
    const walk = streaming().take(...lastLine('{"type":"res'), outputEnded, gone(0));
    expect(items(walk)).toEqual(['warning IncompleteLastLine', 'warning CleanExitNoResult', 'end']);
    expect(warningsIn(walk)[0]).toMatchObject({ context: { line: '{"type":"res' } });
    expect(walk.state).toBe('exited');
  });
});
