import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError, isTerminal } from '../../../src/errors.js';
import { queryMachine } from '../../../src/machines/query/queryMachine.js';
import type {
  QueryEmitted,
  QueryEvent,
  QuerySettings,
} from '../../../src/machines/query/queryTypes.js';
import {
  badUtf8,
  fromCli,
  hookCall,
  lifecycle,
  result,
  stateChanged,
  taskNotification,
  taskStarted,
  text,
} from './fromCli.js';
import { done, gone } from './sessionWalk.js';
import { Walk } from './Walk.js';

type QueryWalk = Walk<typeof queryMachine>;

const streaming = (settings: Partial<QuerySettings> = {}): QueryWalk =>
  new Walk(queryMachine, { launch: {}, settings });
const resultReceived = (settings: Partial<QuerySettings> = {}, fields: object = {}): QueryWalk =>
  streaming(settings).take(...fromCli(result(fields)));

const oversize: QueryEvent = { type: 'cli.oversize', head: '{"a', limit: 16 };
const outputEnded: QueryEvent = { type: 'process.outputEnded' };
const pulled: QueryEvent = { type: 'query.pulled' };
const lastLine = (line: string): QueryEvent[] =>
  fromCli(line).map((event) =>
    event.type === 'cli.undecodable' ? { ...event, last: true } : event,
  );

/** What the consumer gets by the last step: one word an item. */
function items({ emitted }: QueryWalk): string[] {
  return emitted.flatMap((event) => {
    if (event.type === 'ended') return [event.error ? `throws ${event.error.code}` : 'end'];
    return event.type === 'items' ? event.items.map(wordFor) : [];
  });
}

function wordFor(item: Extract<QueryEmitted, { type: 'items' }>['items'][number]): string {
  if (item.kind === 'message') return `message ${item.frame.message.type}`;
  if (item.kind === 'warning') return `warning ${item.warning.code}`;
  return `error ${item.error.code}`;
}

const warningsIn = ({ emitted }: QueryWalk) =>
  emitted.flatMap((event) =>
    event.type === 'items'
      ? event.items.flatMap((item) => (item.kind === 'warning' ? [item.warning] : []))
      : [],
  );

const firstLadder = [{ type: 'process.end' }];
const secondLadder = [{ type: 'process.stop', working: true }];

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
      expect(items(walk)).toEqual([`error ${code}`, 'throws TooManyDecodeErrors']);
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

  it('| exit 0 | warning `CleanExitNoResult` | `pendingEnd`', () => {
    const walk = streaming().take(gone(0));
    expect(items(walk)).toEqual(['warning CleanExitNoResult']);
    expect(walk.state).toBe('pendingEnd');
  });

  it('| or end of stdout | warning `CleanExitNoResult` | `pendingEnd`', () => {
    const walk = streaming().take(outputEnded);
    expect(items(walk)).toEqual([]);
    walk.elapse(500);
    expect(items(walk)).toEqual(['warning CleanExitNoResult']);
    expect(walk.state).toBe('pendingEnd');
    expect(walk.sentTo('process')).toEqual(firstLadder);
  });

  it.each([
    [0, ['warning CleanExitNoResult']],
    [1, ['throws ProcessError']],
  ])('| end of stdout, and then exit %i: the exit counts', (code, expected) => {
    const walk = streaming().take(outputEnded).take(gone(code));
    expect(items(walk)).toEqual(expected);
    expect(walk.timers).toEqual([]);
  });

  it('| a last line without newline is taken as a line first', () => {
    const walk = streaming().take(...lastLine(JSON.stringify(text)), outputEnded, gone(0));
    expect(items(walk)).toEqual(['message assistant', 'warning CleanExitNoResult']);
    const withResult = streaming().take(...lastLine(JSON.stringify(result())), outputEnded);
    expect(items(withResult.take(gone(0)))).toEqual(['end']);
  });

  it('| a last line without newline that is JSON without a `type` is taken as a line first', () => {
    const walk = streaming().take(...lastLine('{"a":1}'), outputEnded, gone(0));
    expect(items(walk)).toEqual(['error UnexpectedMessage', 'warning CleanExitNoResult']);
  });

  it('| warning `IncompleteLastLine` if that line did not decode, then warning `CleanExitNoResult`, one a pull', () => {
    const walk = streaming().take(...lastLine('{"type":"res'), outputEnded, gone(0));
    expect(items(walk)).toEqual(['warning IncompleteLastLine', 'warning CleanExitNoResult']);
    expect(warningsIn(walk)[0]).toMatchObject({ context: { line: '{"type":"res' } });
    expect(walk.state).toBe('pendingEnd');
  });
});

/** The states that the last step has announced. */
function states({ emitted }: QueryWalk): string[] {
  return emitted.flatMap((event) => (event.type === 'stateChanged' ? [event.state] : []));
}

describe('resultReceived', () => {
  it.each([
    ['another result', result()],
    ['`system`', { type: 'system', subtype: 'init' }],
    ['`system`: session_state_changed', stateChanged('idle')],
    ['`system`: task_started', taskStarted('t')],
    ['`command_lifecycle`', lifecycle('a', 'completed')],
    ['`prompt_suggestion`', { type: 'prompt_suggestion' }],
  ])('| %s | message | `resultReceived`', (_, frame) => {
    const walk = resultReceived().take(...fromCli(frame));
    expect(items(walk)).toEqual([`message ${frame.type}`]);
    expect(walk.state).toEqual({ resultReceived: 'draining' });
  });

  it.each(['local_agent', 'local_workflow'])(
    '| or any message while a tracked task is open (%s) | message | `resultReceived`',
    (type) => {
      const walk = streaming().take(...fromCli(taskStarted('t', type), result()));
      expect(items(walk.take(...fromCli(text)))).toEqual(['message assistant']);
      walk.take(...fromCli(taskNotification('t'), text));
      expect(items(walk)).toEqual(['message system', 'warning UnexpectedMessageAfterResult']);
    },
  );

  it('| any other message | warning `UnexpectedMessageAfterResult` carrying it; the plain iterator yields the message | `resultReceived`', () => {
    const walk = resultReceived().take(...fromCli(text));
    expect(warningsIn(walk)).toMatchObject([
      { code: 'UnexpectedMessageAfterResult', frame: { message: text } },
    ]);
    expect(walk.state).toEqual({ resultReceived: 'draining' });
  });

  it.each<[string, QueryEvent, string]>([
    ['that is not JSON', fromCli('no json')[0] as QueryEvent, 'no json'],
    ['without a `type`', fromCli('{"a":1}')[0] as QueryEvent, '{"a":1}'],
    ['over the limit', oversize, '{"a'],
  ])(
    '| or line %s | warning `UnexpectedMessageAfterResult` carrying it | `resultReceived`',
    (_, event, line) => {
      const walk = resultReceived().take(event);
      expect(warningsIn(walk)).toMatchObject([
        { code: 'UnexpectedMessageAfterResult', context: { line } },
      ]);
      expect(walk.state).toEqual({ resultReceived: 'draining' });
    },
  );

  it('| or line that is a control frame | warning `UnexpectedMessageAfterResult` | `resultReceived`', () => {
    const walk = resultReceived().take(...fromCli(hookCall('h')));
    expect(items(walk)).toEqual(['warning UnexpectedMessageAfterResult']);
    expect(walk.state).toEqual({ resultReceived: 'draining' });
  });

  it('| exit 0 | end | `closed`', () => {
    const walk = resultReceived().take(gone(0));
    expect(items(walk)).toEqual(['end']);
    expect(states(walk)).toEqual(['closed', 'exited']);
  });

  it.each([
    [false, false],
    [true, true],
  ])(
    '| exit ≠ 0 | warning `NonZeroExitAfterResult` (the last result is `is_error` %s: `expected` %s) | `pendingEnd`',
    (is_error, expected) => {
      const walk = resultReceived({}, { is_error: !is_error }).take(
        ...fromCli(result({ is_error })),
      );
      walk.take(gone(1));
      expect(warningsIn(walk)).toMatchObject([
        { code: 'NonZeroExitAfterResult', context: { exitCode: 1, expected } },
      ]);
      expect(walk.state).toBe('pendingEnd');
    },
  );

  it('| 100 ms of silence with no tracked task open | end | `closed`', () => {
    const walk = resultReceived().elapse(100);
    expect(items(walk)).toEqual(['end']);
    expect(walk.state).toBe('closed');
    expect(walk.sentTo('process')).toEqual(firstLadder);
  });

  it('| 100 ms of silence with a tracked task open | nothing | `resultReceived`', () => {
    const walk = streaming()
      .take(...fromCli(taskStarted('t'), result()))
      .elapse(100);
    expect(items(walk)).toEqual([]);
    expect(walk.state).toEqual({ resultReceived: 'draining' });
    walk.take(...fromCli(taskNotification('t')));
    expect(items(walk.elapse(100))).toEqual(['end']);
  });

  it('| or 10 warnings (then `DrainLimit`) | end | `closed`', () => {
    const walk = resultReceived().take(...fromCli(...Array.from({ length: 9 }, () => text)));
    expect(items(walk)).toHaveLength(9);
    expect(walk.state).toEqual({ resultReceived: 'draining' });
    walk.take(...fromCli(text, text, text));
    expect(items(walk)).toEqual([
      'warning UnexpectedMessageAfterResult',
      'warning DrainLimit',
      'end',
    ]);
    expect(walk.state).toBe('closed');
    expect(walk.sentTo('process')).toEqual(firstLadder);
  });
});

describe('pendingEnd', () => {
  it('| next pull | end | `closed`', () => {
    const walk = streaming().take(outputEnded).elapse(500).take(pulled);
    expect(items(walk)).toEqual(['end']);
    expect(walk.state).toBe('closed');
  });
});

describe('closed', () => {
  const closed = () => resultReceived().elapse(100);

  it('| any | end | `closed`', () => {
    const walk = closed().take(...fromCli(text, result(), 'no json'), oversize, pulled);
    walk.take({ type: 'query.close', reason: 'close' });
    expect(walk.emitted).toEqual([]);
    expect(walk.sentTo('process')).toEqual([]);
    expect(walk.state).toBe('closed');
  });

  it('| final `exited` when the process is gone', () => {
    const walk = closed().take(gone(0));
    expect(walk.state).toBe('exited');
    expect(walk.snapshot.status).toBe('done');
    expect(walk.children).toEqual([]);
    expect(walk.timers).toEqual([]);
  });
});

describe('`strictExitStatus: true`', () => {
  const strict = { strictExitStatus: true };

  it('waits for the exit', () => {
    const walk = resultReceived(strict).elapse(100);
    expect(items(walk)).toEqual([]);
    expect(items(walk.take(gone(0)))).toEqual(['end']);
  });

  it('turns `NonZeroExitAfterResult` on a result that is not `is_error` into `ProcessError`', () => {
    expect(items(resultReceived(strict).take(gone(1)))).toEqual(['throws ProcessError']);
    const failed = resultReceived(strict, { is_error: true }).take(gone(1));
    expect(items(failed)).toEqual(['warning NonZeroExitAfterResult']);
  });
});

describe('the end of the process', () => {
  it.each([
    ['close()', 'close', ['end']],
    ['abort', 'abort', ['throws Aborted']],
    ['a broken-off loop', 'close', ['end']],
  ] as const)('%s: the second ladder', (_, reason, expected) => {
    const walk = streaming().take({ type: 'query.close', reason });
    expect(items(walk)).toEqual(expected);
    expect(walk.sentTo('process')).toEqual(secondLadder);
    expect(walk.state).toBe('closed');
  });

  it('a loop that is broken off after the result: the second ladder, no turn is working', () => {
    const walk = resultReceived().take({ type: 'query.close', reason: 'close' });
    expect(items(walk)).toEqual(['end']);
    expect(walk.sentTo('process')).toEqual([{ type: 'process.stop', working: false }]);
  });

  it('`interrupt()` on a one-shot query is SIGINT', () => {
    const walk = streaming().take({ type: 'query.interrupt' });
    expect(walk.sentTo('process')).toEqual([{ type: 'process.interrupt' }]);
    expect(walk.state).toEqual({ streaming: 'reading' });
  });

  it('nothing was spawned: its error, terminal', () => {
    const error = new ClaudeActorsError('CliNotFound', 'not there');
    const walk = streaming().take(done('process', { kind: 'spawnFailed', error }));
    expect(items(walk)).toEqual(['throws CliNotFound']);
    expect(walk.state).toBe('exited');
  });
});
