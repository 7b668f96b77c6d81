import { describe, expect, it } from '@jest/globals';
import { filterFrames, frameTypes } from '../../../../src/inspect/page/model/filterFrames.js';
import { overviewActors } from '../../../../src/inspect/page/model/overview.js';
import { pendingOf } from '../../../../src/inspect/page/model/pendingWork.js';
import type { Row, RowBody } from '../../../../src/inspect/page/model/rows.js';
import { SystemLog } from '../../../../src/inspect/page/model/SystemLog.js';
import { arrowOf } from '../../../../src/inspect/page/model/sequenceArrow.js';
import { eventLabel, shortName } from '../../../../src/inspect/page/model/displayNames.js';
import { stateLabel } from '../../../../src/inspect/page/model/stateLabel.js';

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
  it('lose the tails of their ids', () => {
    expect(shortName('turn#1ab2c2ea-5339-4e64-b818-a47d24538d37')).toBe('turn#1ab2c2ea');
    expect(shortName('request#req_0')).toBe('request#req_0');
  });

  it('of events say in words what XState made', () => {
    expect(eventLabel('xstate.done.actor.request#req_0')).toBe('request#req_0 done');
    expect(eventLabel('xstate.error.actor.os')).toBe('os failed');
    expect(eventLabel('xstate.after.confirmation.session.running')).toBe('after confirmation');
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

  it('are those of the session, found by any of their texts, direction and type', () => {
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
  it('names what the CLI asked for, with its age, and is gone once it is over', () => {
    const asked = frame({
      type: 'control_request',
      subtype: 'hook_callback',
      about: 'PreToolUse · Bash',
      ref: 'h',
    });
    const callback: RowBody & { at: number } = {
      ...{ kind: 'actor', id: 'c', parent: 's', name: 'callback#h', role: 'callback', at: 500 },
      facts: { kind: 'hook', label: 'hook_0', requestId: 'h', timeoutMs: 60_000 },
    };
    const request: RowBody & { at: number } = {
      ...{ kind: 'actor', id: 'q', parent: 's', name: 'request#req_1', role: 'request', at: 400 },
      facts: { subtype: 'interrupt', timeoutMs: 5_000 },
    };
    const log = logOf(session, asked, callback, request);
    expect(pendingOf(log.head, 's')).toMatchObject([
      { kind: 'request', what: 'interrupt', since: 400, timeoutMs: 5_000 },
      { kind: 'hook', what: 'PreToolUse · Bash', since: 500, timeoutMs: 60_000 },
    ]);
    log.add({ kind: 'state', id: 'c', active: ['answered'], status: 'done', at: 900 });
    expect(pendingOf(log.head, 's').map(({ what }) => what)).toEqual(['interrupt']);
    expect(pendingOf(log.modelAt(3), 's')).toHaveLength(2);
  });
});

describe('the sequence', () => {
  const process: RowBody = {
    kind: 'actor',
    id: 'p',
    parent: 's',
    name: 'process',
    role: 'process',
  };
  const os: RowBody = { kind: 'actor', id: 'o', parent: 'p', name: 'os' };
  const log = logOf(root, session, process, os);
  const lanesOf = (body: RowBody) => {
    const arrow = arrowOf({ ...body, n: 9, at: 9 } as Row, log.head, 's');
    return arrow && [arrow.from, arrow.to, arrow.label];
  };

  it.each<[string, RowBody, unknown]>([
    [
      'an order of the app',
      { kind: 'event', to: 's', type: 'op.send' },
      ['app', 'session', 'op.send'],
    ],
    [
      'an order of its parent',
      { kind: 'event', from: 'r', to: 's', type: 'op.end' },
      ['app', 'session', 'op.end'],
    ],
    [
      'news for its parent',
      { kind: 'event', from: 's', to: 'r', type: 'claude.done' },
      ['session', 'app', 'claude.done'],
    ],
    [
      'what was read',
      { kind: 'event', to: 's', type: 'cli.messages' },
      ['process', 'session', 'cli.messages'],
    ],
    [
      'a child of a child',
      { kind: 'event', from: 'o', to: 'p', type: 'os.spawned' },
      ['process', 'process', 'os.spawned'],
    ],
    ['a frame to the CLI', frame({ dir: 'in', type: 'user' }), ['process', 'CLI', 'user']],
    [
      'a frame from it',
      frame({ type: 'control_request', subtype: 'can_use_tool', about: 'Write' }),
      ['CLI', 'process', 'control_request/can_use_tool Write'],
    ],
    ['a frame of another session', frame({ id: 'x' }), undefined],
    ['an event between strangers', { kind: 'event', from: 'r', to: 'r', type: 'x' }, undefined],
    ['a state', { kind: 'state', id: 's', active: [], status: 'active' }, undefined],
  ])('has for %s the right lanes', (_, body, lanes) => {
    expect(lanesOf(body)).toEqual(lanes);
  });
});

describe('the list', () => {
  it('has a root and the sessions in it, and no other actors', () => {
    const turn: RowBody = { kind: 'actor', id: 't', parent: 's', name: 'turn#1', role: 'turn' };
    const state: RowBody = { kind: 'state', id: 's', active: ['starting'], status: 'active' };
    expect(overviewActors(logOf(root, session, turn, state).head)).toMatchObject([
      { id: 'r', name: 'review', state: '' },
      { id: 's', name: 'claude', role: 'session', state: 'starting' },
    ]);
  });
});
