import { describe, expect, it } from '@jest/globals';
import type { MachineSettings } from '../../../src/machines/settings.js';
import { fromCli, result, taskStarted, text, toolResult, toolUse } from './fromCli.js';
import { items, outputEnded, secondLadder, starting, streaming } from './queryWalk.js';

const stalled = { type: 'watchdog.stalled', phase: 'midTurn', silentMs: 120_000 } as const;
const phase = (to: string) => ({ type: 'watchdog.phase', phase: to });

const withAction = (action: MachineSettings['stall']['action']) => ({
  stall: { start: 1, firstFrame: 2, midTurn: 3, action },
});

describe('a one-shot query is watched', () => {
  it('from its start to its result', () => {
    const walk = starting();
    expect(walk.sentTo('watchdog')).toEqual([phase('start')]);
    const asked = streaming();
    expect(asked.sentTo('watchdog')).toEqual([phase('firstFrame')]);
    expect(asked.take(...fromCli(text)).sentTo('watchdog')).toEqual([phase('midTurn')]);
    expect(asked.take(...fromCli(text)).sentTo('watchdog')).toEqual([]);
    expect(asked.take(...fromCli(result())).sentTo('watchdog')).toEqual([phase('off')]);
  });

  it('with a warning by default', () => {
    const walk = streaming().take(stalled);
    expect(items(walk)).toEqual(['warning Stalled']);
    expect(walk.state).toEqual({ streaming: 'reading' });
  });

  it('and interrupted', () => {
    const walk = streaming(withAction('interrupt')).take(stalled);
    expect(items(walk)).toEqual(['warning Stalled']);
    expect(walk.sentTo('process')).toEqual([{ type: 'process.interrupt' }]);
  });

  it('and stopped', () => {
    const walk = streaming(withAction('stop')).take(stalled);
    expect(items(walk)).toEqual(['warning Stalled', 'throws StallTimeout']);
    expect(walk.sentTo('process')).toEqual(secondLadder);
    expect(walk.state).toBe('closed');
  });

  it('and stopped before anything was started', () => {
    const walk = starting(withAction('stop')).take({ ...stalled, phase: 'start' });
    expect(items(walk)).toEqual(['warning Stalled', 'throws StallTimeout']);
    expect(walk.state).toBe('exited');
  });

  it.each([
    ['a tool runs', fromCli(toolUse('t1'))],
    ['a task runs', fromCli(taskStarted('t'))],
    ['the consumer does not read', [{ type: 'query.full' } as const]],
  ])('but not while %s', (_, events) => {
    const walk = streaming(withAction('stop'))
      .take(...events)
      .take(stalled);
    expect(items(walk)).toEqual([]);
    expect(walk.state).toEqual({ streaming: 'reading' });
  });

  it('again once the tool has ended', () => {
    const walk = streaming(withAction('stop'));
    walk.take(...fromCli(toolUse('t1'), toolResult('t1')), stalled);
    expect(walk.state).toBe('closed');
  });

  it('also after its output has ended', () => {
    const walk = streaming(withAction('stop')).take(outputEnded, stalled);
    expect(walk.state).toBe('closed');
  });
});
