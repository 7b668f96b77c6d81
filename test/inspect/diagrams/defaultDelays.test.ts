import { describe, expect, it } from '@jest/globals';
import { initialTransition, setup } from 'xstate';
import { defaultDelays, delayTexts } from '../../../src/inspect/diagrams/defaultDelays.js';
import { longestTimeout } from '../../../src/util/longestTimeout.js';

const kettle = setup({
  types: { context: {} as { ms: number }, input: {} as { ms: number } },
  delays: { boil: ({ context }) => context.ms, rest: 200 },
}).createMachine({
  context: ({ input }) => input,
  initial: 'cold',
  states: { cold: { after: { boil: 'hot' } }, hot: { after: { rest: 'cold' } } },
});
const filled = (ms: number) => initialTransition(kettle, { ms })[0];

describe('the value of a delay', () => {
  it('is what the machine computes, once if all cases agree', () => {
    expect(delayTexts(kettle, { '': filled(5000), big: filled(5000) })).toEqual({
      boil: '5\u00a0s',
      rest: '200\u00a0ms',
    });
  });

  it('is listed by case if they differ, the default without a name', () => {
    const cases = {
      '': filled(5000),
      tiny: filled(500),
      small: filled(500),
      big: filled(longestTimeout),
    };
    expect(delayTexts(kettle, cases).boil).toBe('5\u00a0s / tiny, small 500\u00a0ms / big never');
  });
});

describe("the delays of this package's machines", () => {
  const words = JSON.parse(JSON.stringify(defaultDelays()).replaceAll('\u00a0', ' '));

  it('are what a session or a query passes them', () => {
    expect(words).toMatchObject({
      session: { confirmation: '5 s' },
      query: { drain: '100 ms', outputAfterExit: '500 ms' },
      watchdog: { silence: '120 s' },
      version: { probeTimeout: '5 s' },
    });
  });

  it('show both shutdown schedules of the process', () => {
    expect(words.process).toEqual({
      writeTimeout: '5 s',
      terminateAfter: '10 s / stopping 1 s',
      killAfter: '5 s / stopping 4 s',
      leftoverGrace: '250 ms',
      outputAfterExit: '500 ms',
    });
  });

  it('depend on the operation of a request and on the kind of a callback', () => {
    expect(words.request.requestTimeout).toBe(
      '30 s / interrupt, set_model, set_permission_mode 5 s',
    );
    expect(words.callback).toEqual({
      callbackTimeout: 'never',
      reminder: '120 s',
    });
  });
});
