import { describe, expect, it } from '@jest/globals';
import type { Row, RowBody } from '../../../../src/inspect/page/model/rows.js';
import { SystemLog } from '../../../../src/inspect/page/model/SystemLog.js';
import { contextFields, stepCause } from '../../../../src/inspect/page/model/transitions.js';

const numbered = (bodies: readonly RowBody[], first = 0) =>
  bodies.map((body, index) => ({ ...body, n: first + index, at: index }) as Row);
const frame = (dir: 'in' | 'out', type: string): RowBody => ({
  ...{ kind: 'frame', id: 's', dir, type, bytes: 1 },
});
const event = (eventId: number, to: string, type: string): RowBody => ({
  ...{ kind: 'event', eventId, to, type },
});
const state = (id: string, cause?: number): RowBody => ({
  ...{ kind: 'state', id, active: ['a'], status: 'active' },
  ...(cause !== undefined && { cause }),
});

describe('the frames of a step', () => {
  const rows = numbered(
    [
      frame('out', 'control_response'),
      event(1, 's', 'cli.response'),
      event(2, 'q', 'request.succeeded'),
      state('q', 2),
      state('s', 1),
      event(3, 's', 'op.send'),
      event(4, 'p', 'process.write'),
      frame('in', 'user'),
      state('p', 4),
      state('s', 3),
      frame('out', 'system'),
      event(5, 's', 'xstate.after.silence'),
      state('s', 5),
      state('s'),
    ],
    700,
  );
  const found = (n: number) => {
    const { event: cause, frames } = stepCause(rows, n);
    return [cause?.type, ...frames.map(({ type }) => type)];
  };

  it('are the one it reacts to, even if it reached the actor through another', () => {
    expect(found(704)).toEqual(['cli.response', 'control_response']);
    expect(found(703)).toEqual(['request.succeeded', 'control_response']);
  });

  it('are those it sent', () => {
    expect(found(709)).toEqual(['op.send', 'user']);
  });

  it('do not include one that the event did not come from', () => {
    expect(found(712)).toEqual(['xstate.after.silence']);
    expect(found(713)).toEqual([undefined]);
    expect(found(700)).toEqual([undefined]);
  });
});

describe('the context of an actor', () => {
  const log = new SystemLog();
  log.add({ kind: 'actor', id: 's', name: 'session', at: 0 });
  log.add({ ...state('s'), context: { b: '1', a: '"x"', gone: 'true' }, at: 1 } as never);
  log.add({ ...state('s'), context: { b: '2', gone: null, c: '[]' }, at: 2 } as never);

  it('has what the last step changed first, with the values before', () => {
    const { context, changed } = log.head.actors.s ?? {};
    expect(contextFields(context, changed, 2)).toEqual([
      { name: 'b', value: '2', changes: [{ path: '', before: '1', after: '2' }] },
      { name: 'gone', value: undefined, changes: [{ path: '', before: 'true' }] },
      { name: 'c', value: '[]', changes: [{ path: '', after: '[]' }] },
      { name: 'a', value: '"x"' },
    ]);
  });

  it('says which part of a field has changed, as deep as it can read it', () => {
    const before = { turns: '{"sent":1,"open":{"t":1},"order":[1]}', cut: '{"a":' };
    const after = { turns: '{"sent":2,"open":{"t":1,"u":2},"order":[1]}', cut: '{"b":' };
    expect(contextFields(after, { n: 5, before }, 5)).toMatchObject([
      {
        changes: [
          { path: 'sent', before: '1', after: '2' },
          { path: 'open.u', before: undefined, after: '2' },
        ],
      },
      { changes: [{ path: '', before: '{"a":', after: '{"b":' }] },
    ]);
  });

  it('is what it was at an earlier row', () => {
    const { context, changed } = log.modelAt(1).actors.s ?? {};
    expect(context).toEqual({ a: '"x"', b: '1', gone: 'true' });
    expect(contextFields(context, changed, 0).every(({ changes }) => !changes)).toBe(true);
  });
});
