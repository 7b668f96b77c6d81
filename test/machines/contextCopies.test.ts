import { describe, expect, it } from '@jest/globals';
import * as ofProcess from '../../src/machines/processContext.js';
import * as ofSession from '../../src/machines/session/sessionContext.js';

const ladder = { terminate: 1, kill: 2 };
const contexts = {
  session: {
    start: ofSession.startingContext({ launch: {}, initialize: '{}' }),
    copy: ofSession.copyContext,
  },
  process: {
    start: ofProcess.startingContext({
      launch: {},
      owner: {} as never,
      ladders: { end: ladder, stop: ladder },
      writeTimeoutMs: 3,
      outputAfterExitMs: 4,
    }),
    copy: ofProcess.copyContext,
  },
};

describe.each(Object.entries(contexts))('the copy of the context of a %s', (_, { start, copy }) => {
  it('holds each field, in the same order', () => {
    // Values that are all different, so that none can stand in the place of another.
    const marked = Object.fromEntries(Object.keys(start).map((name) => [name, { name }]));
    const copied = copy(marked as never);
    expect(copied).not.toBe(marked);
    expect(Object.entries(copied)).toEqual(Object.entries(marked));
  });
});
