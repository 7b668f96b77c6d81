import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Build, buildSources } from '../../support/buildSources.js';
import { describeWith } from '../../support/describeWith.js';
import { officialSdk } from './officialSdk.js';

let build: Build;
beforeAll(() => {
  build = buildSources();
});
afterAll(() => build.remove());

/** The names that a module exports at run time, with what they are; no file is left to guess. */
function valuesOf(address: string): Record<string, string> {
  const program = `
    const values = await import(${JSON.stringify(address)});
    const kinds = Object.entries(values).map(([name, value]) => [name, kindOf(value)]);
    console.log(JSON.stringify(Object.fromEntries(kinds)));
    function kindOf(value) {
      if (value instanceof Set) return 'set';
      return Array.isArray(value) ? 'array' : typeof value;
    }`;
  const args = ['--input-type=module', '-e', program];
  const env = { PATH: process.env.PATH };
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }));
}

/** Exported, but in no declaration: parts of the official product that leaked out. */
const undeclared = [
  'CommandMatcher',
  'DirectConnectError',
  'DirectConnectTransport',
  'FileIndex',
  'parseDirectConnectUrl',
];

describeWith('the names of the official SDK', 'the official SDK is there', officialSdk, () => {
  it.each([
    ['sdk.mjs', 32],
    ['core.mjs', 23],
  ])('exist here as the same kind of value: %s', (file, count) => {
    const official = valuesOf(officialSdk().replace(/sdk\.mjs$/, file));
    for (const name of undeclared) delete official[name];
    const ours = valuesOf(build.url('index.js'));
    const names = Object.keys(official);
    expect(names).toHaveLength(count);
    expect(Object.fromEntries(names.map((name) => [name, ours[name]]))).toEqual(official);
  });
});
