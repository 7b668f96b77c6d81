import { describe, expect, it } from '@jest/globals';
import {
  filterArrows,
  foldRuns,
  type SequenceFilter,
} from '../../../../src/inspect/page/model/foldRuns.js';
import type { Row, RowBody } from '../../../../src/inspect/page/model/rows.js';
import { SequenceLog } from '../../../../src/inspect/page/model/SequenceLog.js';

const session: RowBody = { kind: 'actor', id: 's', parent: 'r', name: 'claude', role: 'session' };
const root: RowBody = { kind: 'actor', id: 'r', name: 'review' };
const frame = (fields: Partial<RowBody>): RowBody =>
  ({ kind: 'frame', id: 's', dir: 'out', type: 'assistant', bytes: 9, ...fields }) as RowBody;
const token = frame({ type: 'stream_event', subtype: 'content_block_delta' });
const batch: RowBody = { kind: 'event', to: 's', type: 'cli.messages' };
const watchdog: RowBody = {
  ...{ kind: 'actor', id: 'w', parent: 's', name: 'watchdog', role: 'watchdog' },
};
const tick: RowBody = { kind: 'event', from: 's', to: 'w', type: 'watchdog.phase' };

/** The rows come one a millisecond. */
function sequenceOf(...rows: RowBody[]): SequenceLog {
  const log = new SequenceLog('s');
  for (const [n, row] of [root, session, ...rows].entries()) log.add({ ...row, n, at: n } as Row);
  return log;
}

describe('the sequence', () => {
  it('numbers turns as the other views do, whatever their ids are', () => {
    const turn = (id: string): RowBody => ({
      ...{ kind: 'actor', id, parent: 's', name: `turn#${id}`, role: 'turn' },
      metadata: { uuid: `${id}-4e7c-9152-long` },
    });
    const done = (id: string): RowBody => ({
      ...{ kind: 'event', from: id, to: 's', type: `xstate.done.actor.turn#${id}` },
    });
    // A turn is reported once more when something of it becomes known.
    const { arrows } = sequenceOf(turn('a1'), turn('a1'), turn('b2'), done('a1'), done('b2'));
    expect(arrows.map(({ label }) => label)).toEqual(['turn 1 done', 'turn 2 done']);
    expect(arrows.map(({ fromName }) => fromName)).toEqual(['turn 1', 'turn 2']);
  });

  const process: RowBody = {
    kind: 'actor',
    id: 'p',
    parent: 's',
    name: 'process',
    role: 'process',
  };
  const os: RowBody = { kind: 'actor', id: 'o', parent: 'p', name: 'os' };
  const asked = frame({
    type: 'control_request',
    subtype: 'hook_callback',
    ref: 'h',
    about: 'PreToolUse · Bash',
  });
  const arrowTo = (body: RowBody) => {
    const arrow = sequenceOf(process, os, asked, body).arrows[1];
    return arrow && [arrow.from, arrow.to, arrow.label];
  };

  it.each<[string, RowBody, unknown]>([
    [
      'a command of the app',
      { kind: 'event', to: 's', type: 'op.send' },
      ['app', 'session', 'op.send'],
    ],
    [
      'a command of its parent',
      { kind: 'event', from: 'r', to: 's', type: 'op.end' },
      ['app', 'session', 'op.end'],
    ],
    [
      'an event for its parent',
      { kind: 'event', from: 's', to: 'r', type: 'claude.done' },
      ['session', 'app', 'claude.done'],
    ],
    [
      'what was read from the process',
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
    [
      'a request for a callback that does not exist yet',
      {
        ...{ kind: 'event', to: 's', type: 'cli.callback' },
        metadata: { requestId: 'h', kind: 'hook', label: 'hook_0' },
      },
      ['process', 'session', 'cli.callback · hook PreToolUse Bash'],
    ],
    ['a state', { kind: 'state', id: 's', active: [], status: 'active' }, undefined],
  ])('draws %s between the right participants', (_, body, expected) => {
    expect(arrowTo(body)).toEqual(expected);
  });
});

describe('the names in a sequence', () => {
  const asked = frame({
    ...{ type: 'control_request', subtype: 'hook_callback', ref: 'h', about: 'PreToolUse · Bash' },
  });
  const callback: RowBody = {
    ...{ kind: 'actor', id: 'c', parent: 's', name: 'callback#h', role: 'callback' },
    metadata: { kind: 'hook', label: 'hook_0', requestId: 'h' },
  };

  it('say what an answer belongs to, on the wire and between actors', () => {
    const { arrows } = sequenceOf(
      asked,
      callback,
      { kind: 'event', from: 'c', to: 's', type: 'xstate.done.actor.callback#h' },
      {
        ...{ kind: 'event', from: 's', to: 's', type: 'process.write' },
        metadata: { writes: 'answer', requestId: 'h' },
      },
      frame({ dir: 'in', type: 'control_response', subtype: 'success', ref: 'h' }),
    );
    expect(arrows.map(({ label, kind }) => [kind, label])).toEqual([
      ['hook', 'control_request/hook_callback PreToolUse Bash'],
      ['hook', 'hook PreToolUse Bash done'],
      ['process', 'process.write · hook PreToolUse Bash'],
      ['hook', 'control_response/success · hook PreToolUse Bash'],
    ]);
    expect(arrows[1]?.fromName).toBe('hook PreToolUse Bash');
  });

  it('survive an actor that reports itself as its ancestor', () => {
    const loop: RowBody = { kind: 'actor', id: 'x', parent: 'x', name: 'x' };
    expect(sequenceOf(loop, { kind: 'event', to: 'x', type: 'e' }).arrows).toEqual([]);
  });
});

describe('folding', () => {
  const { arrows } = sequenceOf(
    ...[watchdog, token, batch, token, tick, frame({}), token, frame({}), tick, tick],
  );
  const shown = (open: number[] = []) =>
    foldRuns(arrows, new Set(open)).map(({ fold, arrow }) => fold?.label ?? arrow?.label);

  it('joins runs of tokens and watchdog ticks', () => {
    expect(shown()).toEqual([
      '2 tokens · 1 watchdog tick',
      'assistant',
      'stream_event/content_block_delta',
      'assistant',
      '2 watchdog ticks',
    ]);
    expect(foldRuns(arrows, new Set())[0]?.fold).toMatchObject({ n: 3, at: 3, ms: 3 });
  });

  it('shows the arrows of a run that is open below it', () => {
    expect(shown([3]).slice(0, 6)).toEqual([
      '2 tokens · 1 watchdog tick',
      'stream_event/content_block_delta',
      'cli.messages',
      'stream_event/content_block_delta',
      'watchdog.phase',
      'assistant',
    ]);
  });

  it('names batches of messages if their frames are not shown', () => {
    expect(foldRuns(sequenceOf(batch, batch).arrows, new Set())[0]?.fold?.label).toBe(
      '2 batches of messages',
    );
  });
});

describe('filtering', () => {
  const { arrows } = sequenceOf(watchdog, token, tick, frame({}), frame({ dir: 'in' }));
  const found = (filter: Partial<SequenceFilter>) =>
    filterArrows(arrows, { actor: '', hiddenKinds: new Set(), ...filter }).map(({ n }) => n);

  it.each<[string, Partial<SequenceFilter>, number[]]>([
    ['by nothing', {}, [3, 4, 5, 6]],
    ['by kind', { hiddenKinds: new Set(['token', 'watchdog']) }, [5, 6]],
    ['by column', { actor: 'CLI' }, [3, 5, 6]],
    ['by name', { actor: 'watchdog' }, [4]],
    ['by time', { range: { from: 4, to: 5 } }, [4, 5]],
  ])('works %s', (_, filter, expected) => {
    expect(found(filter)).toEqual(expected);
  });
});
