import { describe, expect, it } from '@jest/globals';
import { askV8 } from '../support/askV8.js';

/** How many shapes V8 knows of each context, of as many sessions one after the other. */
function shapesOf(sessions: number): Record<string, number> {
  return askV8(
    (url) => `
    import { startSession } from '${url('index.js')}';
    import { fakeCli } from '${url('testing/index.js')}';
    const shapes = {};
    const note = (name, one) => {
      const known = (shapes[name] ??= []);
      if (!known.some((other) => %HaveSameMap(one, other))) known.push(one);
    };
    for (let i = 0; i < ${sessions}; i++) {
      const hook = async () => {
        const { context, children } = session.actor.getSnapshot();
        note('session', context);
        note('settings', context.settings);
        note('turns', context.turns);
        note('turn', context.turns.open.values()[0]);
        note('requests', context.requests);
        note('tasks', context.tasks);
        note('process', children.process.getSnapshot().context);
        note('watchdog', children.watchdog.getSnapshot().context);
        return {};
      };
      const turn = [{ tool: 'Read', input: { file_path: '/x' }, result: 'x' }, { text: 'Done' }];
      const { port } = fakeCli({ turns: [turn] });
      const session = await startSession({ options: { port, hooks: { PreToolUse: [{ hooks: [hook] }] } } });
      await session.send('Go').result;
      await session.end();
    }
    console.log(JSON.stringify(Object.fromEntries(Object.entries(shapes).map(([name, all]) => [name, all.length]))));`,
  );
}

describe('code that was optimized for one session', () => {
  it('is as good for the next: what the charts look at has the same shape in each', () => {
    expect(shapesOf(20)).toEqual({
      session: 1,
      settings: 1,
      turns: 1,
      turn: 1,
      requests: 1,
      tasks: 1,
      process: 1,
      watchdog: 1,
    });
  }, 60_000);
});
