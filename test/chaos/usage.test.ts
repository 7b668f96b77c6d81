import { it, jest } from '@jest/globals';
import { randomUsage } from '../support/randomUsage.js';
import { checkUsage } from '../support/UsageConversation.js';
import { UsageWorld } from '../support/UsageWorld.js';
import { attack, times } from './support/attack.js';
import { describeClis } from './support/describeClis.js';

jest.setTimeout(3_600_000);

describeClis('usage', ({ version, path }) => {
  it('is what the API served, whatever is killed, interrupted, resumed or forked', async () => {
    const target = { backend: 'real', version, path, env: {} } as const;
    const tried = { name: 'usage under kills', cli: version, times: Math.ceil(times / 3) };
    await attack(tried, async (random) => {
      const { steps, tokens } = randomUsage(random);
      const world = await UsageWorld.open();
      try {
        await checkUsage(world, target, steps, tokens);
        return [];
      } catch (error) {
        return [`${JSON.stringify(steps)}: ${error instanceof Error ? error.message : error}`];
      } finally {
        await world.close();
      }
    });
  });
});
