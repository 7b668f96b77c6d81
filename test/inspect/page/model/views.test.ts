import { describe, expect, it } from '@jest/globals';
import {
  eventLabel,
  shortenId,
  stateLabel,
} from '../../../../src/inspect/page/model/displayNames.js';
import { filterFrames, frameTypes } from '../../../../src/inspect/page/model/filterFrames.js';
import { overviewActors } from '../../../../src/inspect/page/model/overview.js';
import { pendingWork } from '../../../../src/inspect/page/model/pendingWork.js';
import type { RowBody } from '../../../../src/inspect/page/model/rows.js';
import { SystemLog } from '../../../../src/inspect/page/model/SystemLog.js';

function logOf(...rows: (RowBody & { at?: number })[]): SystemLog {
  const log = new SystemLog();
  for (const [index, row] of rows.entries()) log.add({ ...row, at: row.at ?? index });
  return log;
}

const session: RowBody = { kind: 'actor', id: 's', parent: 'r', name: 'claude', role: 'session' };
const root: RowBody = { kind: 'actor', id: 'r', name: 'review' };
const frame = (fields: Partial<RowBody>): RowBody =>
  ({ kind: 'frame', id: 's', dir: 'out', type: 'assistant', bytes: 9, ...fields }) as RowBody;

describe('the label of a state', () => {
  it.each([
    [[], ''],
    [['starting'], 'starting'],
    [['stopping', 'stopping.leaving'], 'stopping · leaving'],
    [
      ['running', 'running.turn', 'running.turn.working', 'running.input', 'running.input.open'],
      'running · working',
    ],
    [['p', 'p.a', 'p.a.x', 'p.b', 'p.b.y'], 'x, y'],
  ])('of %j is %j', (active, label) => {
    expect(stateLabel(active)).toBe(label);
  });
});

describe('names', () => {
  it('are cut after eight characters of an id', () => {
    expect(shortenId('turn#1ab2c2ea-5339-4e64-b818-a47d24538d37')).toBe('turn#1ab2c2ea');
    expect(shortenId('request#req_0')).toBe('request#req_0');
  });

  it('of XState events are words', () => {
    expect(eventLabel('xstate.done.actor.request#req_0')).toBe('request#req_0 done');
    expect(eventLabel('xstate.error.actor.os')).toBe('os failed');
    expect(eventLabel('xstate.after.confirmation.session.running')).toBe('after confirmation');
    expect(eventLabel('xstate.done.actor.*')).toBe('child done');
    expect(eventLabel('cli.messages')).toBe('cli.messages');
  });
});

describe('frames', () => {
  const { rows } = logOf(
    session,
    frame({ dir: 'in', type: 'user', text: '{"a":"Needle"}' }),
    frame({ type: 'control_request', subtype: 'can_use_tool', about: 'Write', ref: 'r-1' }),
    frame({ id: 'other', type: 'user' }),
    frame({}),
  );
  const found = (filter: object) =>
    filterFrames(rows, 's', { text: '', dir: '', type: '', ...filter }).map(({ n }) => n);

  it('are filtered by session, text, direction and type', () => {
    expect(found({})).toEqual([1, 2, 4]);
    expect(found({ text: ' needle ' })).toEqual([1]);
    expect(found({ text: 'write' })).toEqual([2]);
    expect(found({ text: 'R-1' })).toEqual([2]);
    expect(found({ dir: 'out' })).toEqual([2, 4]);
    expect(found({ type: 'assistant', dir: 'in' })).toEqual([]);
    expect(frameTypes(rows, 's')).toEqual(['assistant', 'control_request', 'user']);
  });
});

describe('what is pending', () => {
  it('is named, has an age, and disappears once it is answered', () => {
    const asked = frame({
      type: 'control_request',
      subtype: 'hook_callback',
      about: 'PreToolUse · Bash',
      ref: 'h',
    });
    const callback: RowBody & { at: number } = {
      ...{ kind: 'actor', id: 'c', parent: 's', name: 'callback#h', role: 'callback', at: 500 },
      metadata: { kind: 'hook', label: 'hook_0', requestId: 'h', timeoutMs: 60_000 },
    };
    const request: RowBody & { at: number } = {
      ...{ kind: 'actor', id: 'q', parent: 's', name: 'request#req_1', role: 'request', at: 400 },
      metadata: { subtype: 'interrupt', timeoutMs: 5_000 },
    };
    const log = logOf(session, asked, callback, request);
    expect(pendingWork(log.head, 's')).toMatchObject([
      { kind: 'request', subject: 'interrupt', since: 400, timeoutMs: 5_000 },
      { kind: 'hook', subject: 'PreToolUse Bash', since: 500, timeoutMs: 60_000 },
    ]);
    log.add({ kind: 'state', id: 'c', active: ['answered'], status: 'done', at: 900 });
    expect(pendingWork(log.head, 's').map(({ subject }) => subject)).toEqual(['interrupt']);
    expect(pendingWork(log.modelAt(3), 's')).toHaveLength(2);
  });
});

describe('the list', () => {
  it('has the root and the sessions below it, and no other actors', () => {
    const turn: RowBody = { kind: 'actor', id: 't', parent: 's', name: 'turn#1', role: 'turn' };
    const state: RowBody = { kind: 'state', id: 's', active: ['starting'], status: 'active' };
    expect(overviewActors(logOf(root, session, turn, state).head)).toMatchObject([
      { id: 'r', name: 'review', state: '' },
      { id: 's', name: 'claude', role: 'session', state: 'starting' },
    ]);
  });
});
