// Compares every type that the official package exports with ours of the same name.
//
// Which direction matters depends on what a program does with a type:
// - What a program passes in (`Options`, hooks, prompts): everything the official type allows must
//   be allowed here (`refused` fails).
// - What a program gets back (messages, answers, `Query`): ours must be usable wherever the official
//   type is asked for (`wider` fails), with all of its fields (`missing` fails).
// - Most types are both: wrappers take `Options` apart, mocks create messages. So both directions are
//   checked for all of them, and also whether ours can be used as `Record<string, unknown>`
//   (`interface` fails).
// A difference that is meant is in `types/exceptions.ts`, with its reason.
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { describeWith } from '../../support/describeWith.js';
import { officialSdk } from './officialSdk.js';
import { compareTypes, type Difference } from './types/compareTypes.js';
import { readConsumers } from './types/consumers.js';
import { apart, exceptions } from './types/exceptions.js';
import { programOf, type Side } from './types/twoPackages.js';

describeWith('the types of the official SDK', 'the official SDK is there', officialSdk, () => {
  const isMeant = ({ at, kind }: Difference) =>
    exceptions.some((one) => covers(one.at, at) && one.kinds.includes(kind));

  it('are those of the main entry, apart from the exceptions', () => {
    const found = compareTypes('', apart);
    const unlisted = found.filter((one) => !isMeant(one));
    expect(unlisted).toEqual([]);
    const stale = exceptions.flatMap(({ at, kinds }) =>
      kinds
        .filter((kind) => !found.some((one) => covers(at, one.at) && one.kind === kind))
        .map((kind) => `${at}: ${kind}`),
    );
    expect(stale).toEqual([]);
  }, 240_000);

  it('are those of sdk-tools', () => {
    expect(compareTypes('/sdk-tools')).toEqual([]);
  }, 240_000);

  describe('serve a program', () => {
    const consumers = readConsumers();
    it.each<Side>(['official', 'ours'])(
      'written for them, with the %s package',
      (side) => {
        const { program, pathOf } = programOf(consumers, side);
        const problems = Object.keys(consumers).flatMap((name) =>
          program
            .getSemanticDiagnostics(program.getSourceFile(pathOf(name)))
            .map(
              ({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
            ),
        );
        expect(problems).toEqual([]);
        expect(Object.keys(consumers).length).toBeGreaterThan(5);
      },
      240_000,
    );
  });
});

/** An exception of a name covers its fields. */
function covers(exception: string, at: string): boolean {
  return at === exception || (/^[.(]/.test(at.slice(exception.length)) && at.startsWith(exception));
}
