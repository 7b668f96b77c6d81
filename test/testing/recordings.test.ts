import { describe, expect, it } from '@jest/globals';
import type { CliVersion } from '../../src/testing/scenario.js';
import { cliRecordingNames, environmentOf, readCliRecording } from './cliRecordings.js';
import { compareFrames } from './compareFrames.js';
import { maskExit, maskFrames } from './maskFrames.js';
import { playHost } from './playHost.js';
import { recordedScenarios } from './recordedScenarios.js';

const scenarioOf = (name: string) => name.split('/')[1] ?? '';

describe('the simulated CLI behaves like the real one', () => {
  it('has a scenario for every recording, and no others', () => {
    expect(Object.keys(recordedScenarios).sort()).toEqual(
      [...new Set(cliRecordingNames.map(scenarioOf))].sort(),
    );
  });

  it.each(cliRecordingNames)('%s', async (name) => {
    const version = name.split('/')[0]?.replace('cli-', '') as CliVersion;
    const entries = await readCliRecording(name);
    const recorded = entries.flatMap((entry) => (entry.dir === 'out' ? [entry.message] : []));
    const scenario = { ...recordedScenarios[scenarioOf(name)], version };
    const { frames, exit } = await playHost(entries, scenario, environmentOf(name, entries));
    expect(compareFrames(maskFrames(recorded), maskFrames(frames))).toEqual([]);
    const last = entries.at(-1);
    expect(maskExit(exit)).toEqual(last?.dir === 'exit' && maskExit(last));
  });
});
