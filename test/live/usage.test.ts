import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { addUsage, type Options, startSession, type UsageTotals } from '../../src/index.js';
import { Random } from '../chaos/fixtures/Random.mjs';
import { bypass } from '../support/liveCli.js';
import { randomUsage } from '../support/randomUsage.js';
import { describeCli, describeRealCli } from '../support/targets.js';
import { checkUsage } from '../support/UsageConversation.js';
import { UsageWorld } from '../support/UsageWorld.js';

jest.setTimeout(180_000);

let world: UsageWorld;
beforeEach(async () => {
  world = await UsageWorld.open();
});
afterEach(() => world.close());

describeCli('usage', (target) => {
  it('of turns, tools, resumes and forks is what the API served', async () => {
    await checkUsage(world, target, [
      ['turn', 0],
      ['tool', 0],
      ['resume', 0],
      ['turn', 0],
      ['fork', 0],
      ['tool', 0],
    ]);
  });

  it('has the tokens, the cost, the durations and the tools of each turn', async () => {
    const options: Options = {
      ...{ pathToClaudeCodeExecutable: target.path, cwd: world.box.cwd, envMode: 'replace' },
      ...bypass,
      env: { ...world.box.env, ...target.env },
    };
    const session = await startSession({ options });
    const turns = [session.send('say hello'), session.send('use a tool')];
    await Promise.all(turns.map(({ result }) => result));
    const rows = turns.map(({ usage }) => usage as UsageTotals);
    expect(rows.map(({ toolCalls }) => toolCalls)).toEqual([0, 1]);
    expect(addUsage(...rows)).toEqual(session.usage);
    expect(session.usage.cost).toBeGreaterThan(0);
    const { total_cost_usd } = (await turns[1]?.result) ?? {};
    expect(session.usage.cost).toBeCloseTo(total_cost_usd ?? 0, 10);
    await session.end();
  });
});

describeRealCli('usage', (target) => {
  it('of agents, compactions, interrupts and kills is what the API served', async () => {
    await checkUsage(world, target, [
      ['helper', 0],
      ['background', 0],
      ['compact', 0],
      ['interrupt', 0],
      ['turn', 0],
      ['killTool', 1_500],
      ['turn', 0],
      ['fork', 0],
    ]);
  });

  it('of a background agent that is killed is what reached us or the transcript', async () => {
    for (const tokens of [true, false]) {
      await checkUsage(
        world,
        target,
        [
          ['turn', 0],
          ['killBackground', 400],
          ['turn', 0],
          ['killReported', 0],
          ['turn', 0],
        ],
        tokens,
      );
    }
  });

  // `npm run test:chaos -- usage` tries many more.
  it('of any conversation is what the API served', async () => {
    const number = Math.floor(Math.random() * 1e9);
    const { steps, tokens } = randomUsage(new Random(`${number}`));
    try {
      await checkUsage(world, target, steps, tokens);
    } catch (error) {
      throw new Error(`Conversation ${number}: ${JSON.stringify(steps)}`, { cause: error });
    }
  });
});
