import { describe, expect, it } from '@jest/globals';
import type { CliVersion } from '../../src/testing/scenario.js';
import { compareFrames } from './compareFrames.js';
import { environmentOf, lifeNames, readLife } from './lifeRecordings.js';
import { lives } from './lives.js';
import { maskExit, maskFrames } from './maskFrames.js';
import { playHost } from './playHost.js';

const lifeOf = (name: string) => name.split('/')[1] ?? '';

describe('the simulated CLI lives as the real one did', () => {
  it('has a scenario for every recorded life, and none besides', () => {
    expect(Object.keys(lives).sort()).toEqual([...new Set(lifeNames.map(lifeOf))].sort());
  });

  it.each(lifeNames)('%s', async (name) => {
    const version = name.split('/')[0]?.replace('cli-', '') as CliVersion;
    const entries = await readLife(name);
    const recorded = entries.flatMap((entry) => (entry.dir === 'out' ? [entry.message] : []));
    const scenario = { ...lives[lifeOf(name)], version };
    const { frames, exit } = await playHost(entries, scenario, environmentOf(name, entries));
    expect(compareFrames(maskFrames(recorded), maskFrames(frames))).toEqual([]);
    const last = entries.at(-1);
    expect(maskExit(exit)).toEqual(last?.dir === 'exit' && maskExit(last));
  });
});
