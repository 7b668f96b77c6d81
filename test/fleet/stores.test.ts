import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { fileStore, memoryStore } from '../../src/fleet/index.js';
import { checkFleetStore, checkStore, fleetStoreContracts } from '../../src/testing/index.js';

const root = mkdtempSync(join(tmpdir(), 'claude-actors-fleet-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => join(root, String(folders++));
const all = fleetStoreContracts.map(({ name }) => name);

describe('the stores of a fleet', () => {
  it('memory follows the rules', async () => {
    expect(await checkFleetStore(memoryStore)).toEqual(all);
    await checkStore(memoryStore, { epochs: true });
  });

  it('files follow the rules, also between two users of a folder', async () => {
    expect(await checkFleetStore(() => fileStore(newFolder()))).toEqual(all);
    const two = () => {
      const folder = newFolder();
      return [fileStore(folder), fileStore(folder)];
    };
    expect(await checkFleetStore(two)).toEqual(all);
    await checkStore(() => fileStore(newFolder()), { epochs: true });
  });
});
