import { afterAll, describe, expect, it } from '@jest/globals';
import type { AnyStateMachine } from 'xstate';
import { Coverage } from './coverage.js';
import { type Model, pathsOf, type Stimulus, walk } from './runModel.js';

/** Walks every path of the models of one chart. Together they must take every transition. */
export function walkAll<S extends Stimulus>(
  name: string,
  machine: AnyStateMachine,
  makers: Readonly<Record<string, (coverage: Coverage) => Model<S>>>,
): void {
  describe(name, () => {
    const coverage = new Coverage(machine);
    const walked: string[] = [];
    for (const [theme, make] of Object.entries(makers)) {
      it(theme, async () => {
        const model = make(coverage);
        const paths = pathsOf(model);
        expect(paths.length).toBeGreaterThan(0);
        for (const path of paths) await walk(model, path);
        walked.push(`${theme} ${paths.length}`);
      }, 300_000);
    }
    it(`has walked all ${coverage.total} transitions of its definition`, () => {
      expect(coverage.missed()).toEqual([]);
    });
    afterAll(() => {
      const taken = coverage.total - coverage.missed().length;
      process.stdout.write(
        `${name}: ${taken}/${coverage.total} transitions; paths: ${walked.join(', ')}\n`,
      );
    });
  });
}
