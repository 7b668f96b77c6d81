import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { loadScenario } from '../../src/testing/loadScenario.js';
import type { Scenario } from '../../src/testing/scenario.js';
import { scenarios } from '../../src/testing/scenarios.js';

const wrong: [unknown, string][] = [
  [
    { turns: [[{ tetx: 'hi' }]] },
    'Unknown option `scenario.turns[0][0].tetx`. Did you mean `text`?',
  ],
  [
    { turns: [[{ tool: 'Bash', inptu: {} }]] },
    'Unknown option `scenario.turns[0][0].inptu`. Did you mean `input`?',
  ],
  [
    { turns: [[], [{ agent: 'a', steps: [{ txet: 'b' }] }]] },
    'Unknown option `scenario.turns[1][0].steps[0].txet`. Did you mean `text`?',
  ],
  [{ turns: [[{ parallel: [{ text: 'a' }] }]] }, '`scenario.turns[0][0].parallel[0].text`'],
  [{ turns: [[{}]] }, '`scenario.turns[0][0]` must be a step'],
  [{ turns: [['hi']] }, '`scenario.turns[0][0]` must be an object'],
  [{ turns: [[{ text: 1 }]] }, '`scenario.turns[0][0].text` must be a string'],
  [{ turns: [{ text: 'hi' }] }, '`scenario.turns[0]` must be a list of steps'],
  [{ turns: { text: 'hi' } }, '`scenario.turns` must be a list of turns'],
  [
    { faults: { ignoreSigtrem: true } },
    'Unknown option `scenario.faults.ignoreSigtrem`. Did you mean `ignoreSigterm`?',
  ],
  [{ faults: { splitEvery: '3' } }, '`scenario.faults.splitEvery` must be a number'],
  [
    { faults: { failsToStart: 'ENOTHING' } },
    '`scenario.faults.failsToStart` must be one of ENOENT, EACCES',
  ],
  [{ turns: [[{ halfLine: 1 }]] }, '`scenario.turns[0][0].halfLine` must be a string'],
  [{ turn: [] }, 'Unknown option `scenario.turn`. Did you mean `turns`?'],
  [{ model: 'apy' }, '`scenario.model` must be one of script, api'],
  [null, '`scenario` must be an object'],
];

describe('a scenario that cannot be played', () => {
  it.each(wrong)('is refused by fakeCli: %j', (scenario, problem) => {
    const refused = expect.objectContaining({
      code: 'InvalidOption',
      message: expect.stringContaining(problem),
    });
    expect(() => fakeCli(scenario as Scenario)).toThrow(refused as never);
  });

  it('is refused when it is loaded, with the file and the place', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'claude-actors-scenario-'));
    try {
      const file = join(folder, 'sc.json');
      writeFileSync(file, JSON.stringify({ turns: [[{ tetx: 'hi' }]] }));
      const loading = loadScenario(file);
      await expect(loading).rejects.toMatchObject({ code: 'InvalidOption' });
      await expect(loading).rejects.toThrow(/sc\.json.*turns\[0\]\[0\]\.tetx.*`text`/s);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each(Object.keys(scenarios))('is not %s', (name) => {
    expect(() => fakeCli(scenarios[name as keyof typeof scenarios])).not.toThrow();
  });
});
