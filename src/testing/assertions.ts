import { AssertionError } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import type { FakeCli } from './fakeCli.js';
import type { ToolInput } from './scenario.js';

/** Checks for any test runner: each throws an AssertionError that says what was there instead. */

/** The tool has run; with `input`, with these fields in its input. */
export function assertRan(cli: Pick<FakeCli, 'ran'>, tool: string, input: ToolInput = {}): void {
  if (cli.ran.some((run) => run.tool === tool && holds(run.input, input))) return;
  const wanted = Object.keys(input).length > 0 ? ` with ${JSON.stringify(input)}` : '';
  throw failure(`${tool} should have run${wanted}`, cli);
}

/** The tool has not run, or not with these fields in its input; without a tool, none has. */
export function assertNotRan(
  cli: Pick<FakeCli, 'ran'>,
  tool?: string,
  input: ToolInput = {},
): void {
  const found = cli.ran.filter(
    (run) => (tool === undefined || run.tool === tool) && holds(run.input, input),
  );
  if (found.length === 0) return;
  throw failure(`${tool ?? 'No tool'} should ${tool ? 'not ' : ''}have run`, cli);
}

/** Every process that was started has exited. */
export function assertNothingLeft({ processes }: Pick<FakeCli, 'processes'>): void {
  const left = processes.filter(({ isGone }) => !isGone).length;
  if (left === 0) return;
  const message = `${left} of ${processes.length} CLI processes are still there. End or stop every session, and read or close every query.`;
  throw new AssertionError({ message, actual: left, expected: 0, operator: 'strictEqual' });
}

function holds(input: ToolInput, wanted: ToolInput): boolean {
  return Object.entries(wanted).every(([field, value]) => isDeepStrictEqual(input[field], value));
}

function failure(what: string, { ran }: Pick<FakeCli, 'ran'>): AssertionError {
  const list = ran.map(({ tool, input }) => `  ${tool} ${JSON.stringify(input)}`);
  const message = [`${what}. What has run:`, ...(list.length > 0 ? list : ['  nothing'])].join(
    '\n',
  );
  return new AssertionError({ message });
}
