import { AssertionError } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import type { FakeCli } from './fakeCli.js';
import type { ToolInput } from './scenario.js';

/**
 * Asserts that the tool has run. If you pass `input`, one run must have had these fields with these
 * values. Works in any test runner: it throws an AssertionError that lists the tools that ran.
 */
export function assertRan(cli: Pick<FakeCli, 'ran'>, tool: string, input: ToolInput = {}): void {
  if (cli.ran.some((run) => run.tool === tool && hasFields(run.input, input))) return;
  const wanted = Object.keys(input).length > 0 ? ` with ${JSON.stringify(input)}` : '';
  throw failure(`${tool} should have run${wanted}`, cli);
}

/**
 * Asserts that the tool has not run, or not with these input fields. Without `tool`, asserts that no
 * tool has run at all.
 */
export function assertNotRan(
  cli: Pick<FakeCli, 'ran'>,
  tool?: string,
  input: ToolInput = {},
): void {
  const found = cli.ran.filter(
    (run) => (tool === undefined || run.tool === tool) && hasFields(run.input, input),
  );
  if (found.length === 0) return;
  throw failure(`${tool ?? 'No tool'} should ${tool ? 'not ' : ''}have run`, cli);
}

/** Asserts that every CLI process that was started has exited. */
export function assertNothingLeft({ processes }: Pick<FakeCli, 'processes'>): void {
  const left = processes.filter(({ isGone }) => !isGone).length;
  if (left === 0) return;
  const message = `${left} of ${processes.length} CLI processes are still running. End or stop every session, and read every query to its end or close it.`;
  throw new AssertionError({ message, actual: left, expected: 0, operator: 'strictEqual' });
}

function hasFields(input: ToolInput, wanted: ToolInput): boolean {
  return Object.entries(wanted).every(([field, value]) => isDeepStrictEqual(input[field], value));
}

function failure(what: string, { ran }: Pick<FakeCli, 'ran'>): AssertionError {
  const list = ran.map(({ tool, input }) => `  ${tool} ${JSON.stringify(input)}`);
  const message = [`${what}. Tools that ran:`, ...(list.length > 0 ? list : ['  none'])].join('\n');
  return new AssertionError({ message });
}
