import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError } from '../../../src/errors.js';
import type { QueryEvent } from '../../../src/machines/query/queryTypes.js';
import {
  fromCli,
  hookCall,
  lifecycle,
  result,
  stateChanged,
  taskNotification,
  taskStarted,
  text,
} from './fromCli.js';
import {
  firstLadder,
  items,
  oversize,
  resultReceived,
  secondLadder,
  states,
  streaming,
  warningsIn,
} from './queryWalk.js';
import { done, gone } from './sessionWalk.js';

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
    '| exit ≠ 0 | warning `NonZeroExitAfterResult` (the last result is `is_error` %s: `expected` %s), end | `exited`',
    (is_error, expected) => {
      const walk = resultReceived({}, { is_error: !is_error }).take(
        ...fromCli(result({ is_error })),
      );
      walk.take(gone(1));
      expect(warningsIn(walk)).toMatchObject([
        { code: 'NonZeroExitAfterResult', context: { exitCode: 1, expected } },
      ]);
      expect(walk.state).toBe('exited');
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

describe('closed', () => {
  const closed = () => resultReceived().elapse(100);

  it('| any | end | `closed`', () => {
    const walk = closed().take(...fromCli(text, result(), 'no json'), oversize);
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
    expect(items(failed)).toEqual(['warning NonZeroExitAfterResult', 'end']);
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
