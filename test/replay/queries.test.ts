import { describe, expect, it } from '@jest/globals';
import type { QueryItem } from '../../src/machines/query/queryTypes.js';
import { timersLeft } from '../support/leftovers.js';
import { readRecording, recordingNames } from '../support/recordings.js';
import { messagesOf } from '../support/replayLines.js';
import { QueryReplay } from '../support/replayQuery.js';
import { type ExpectedQuery, expectedQueries } from './expectedQueries.js';

const names = recordingNames.filter((name) => name.includes('/one-shot-'));

function nameOf(item: QueryItem): string {
  if (item.kind === 'warning') return item.warning.code;
  if (item.kind === 'error') return item.error.code;
  const { type, subtype } = item.message as { type: string; subtype?: string };
  return type === 'system' ? `${type}/${subtype}` : type;
}

/** The outcome of a replay, in the form of the expectations. */
function resultOf({ items, end, states }: QueryReplay): ExpectedQuery {
  const messages = items.flatMap((item) => (item.kind === 'message' ? item.message : []));
  const last = messages.findLast(({ type }) => type === 'result');
  const { result, subtype } = (last ?? {}) as { result?: string; subtype?: string };
  const warnings = items.flatMap((item) => (item.kind === 'warning' ? item.warning : []));
  return {
    items: items.map(nameOf),
    result: result ?? subtype,
    warnings: warnings.map(({ code, context }) => ({
      code,
      expected: context.expected as boolean,
    })),
    end: end ?? 'open',
    states,
  };
}

it('has an expectation for every recorded one-shot run', () => {
  expect(Object.keys(expectedQueries).sort()).toEqual([...names].sort());
});

describe.each(names)('%s', (name) => {
  it.each([
    { reader: 'eager', feed: 'frames' },
    { reader: 'eager', feed: 'burst' },
    { reader: 'late', feed: 'frames' },
    { reader: 'late', feed: 'burst' },
  ] as const)('comes out as written down ($reader reader, $feed)', async (settings) => {
    const recording = await readRecording(name);
    const replay = await new QueryReplay().play(recording, settings);
    expect(resultOf(replay)).toEqual({ warnings: [], ...expectedQueries[name] });
    const given = replay.items.flatMap((item) => (item.kind === 'message' ? item : []));
    const said = messagesOf(recording).map(({ message }) => message);
    expect(given.map(({ message }) => message)).toEqual(said);
    expect(given.map(({ text }) => text)).toEqual(said.map((message) => JSON.stringify(message)));

    expect(replay.process.written).toEqual([]);
    expect(replay.process.signals).toEqual([]);
    expect(replay.process.released).toBe(true);
    expect(replay.exited).toBe(true);
    expect(replay.query.actor.getSnapshot().children).toEqual({});
    expect(timersLeft(replay.clock)).toBe(0);
  });
});
