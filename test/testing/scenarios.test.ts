import { describe, expect, it } from '@jest/globals';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { loadScenario } from '../../src/testing/loadScenario.js';
import { type ScenarioName, scenarios } from '../../src/testing/scenarios.js';
import { simulatedClock } from '../../src/testing/simulatedClock.js';
import { settle } from '../support/simulated.js';
import { startCli } from '../support/startCli.js';

const names = Object.keys(scenarios) as ScenarioName[];
const args = ['--print', '--output-format', 'stream-json', '--verbose', '--', 'go'];

describe('the scenarios of the package', () => {
  it.each(names)('%s ends by itself', async (name) => {
    const clock = simulatedClock();
    const { port } = fakeCli(await loadScenario(name), { clock });
    const { seen } = startCli(port, { file: 'claude', args, env: {}, stdin: 'ignore' });
    for (let passed = 0; passed < 120_000 && !seen.exit; passed += 10) {
      await settle();
      clock.increment(10);
    }
    expect(seen.exit?.code).toBe(name === 'errors' ? 1 : name === 'crash' ? 70 : 0);
  });

  it.each(names)('%s is plain data', (name) => {
    const scenario = scenarios[name];
    expect(JSON.parse(JSON.stringify(scenario))).toEqual(scenario);
  });

  it('is not confused with an unknown name', async () => {
    await expect(loadScenario('toString')).rejects.toMatchObject({ code: 'InvalidOption' });
    await expect(loadScenario('./none.json')).rejects.toMatchObject({ code: 'InvalidOption' });
  });
});
