import type { PermissionDenial, ResultMessage } from '../../codec/results.js';
import { refusedCallWidth } from '../../defaults/terminalDefaults.js';
import { toolLine } from './summaryLines.js';

/** The tool calls that were refused in a run. Old CLIs do not report them. */
export function refusalsOf(result: ResultMessage | undefined): readonly PermissionDenial[] {
  return result?.permission_denials ?? [];
}

/** Such as `2 tool calls were refused: Edit notes.txt; Bash rm -rf build`. */
export function refusalSentence(refusals: readonly PermissionDenial[]): string {
  const calls = refusals.map(({ tool_name, tool_input }) =>
    toolLine(tool_name, tool_input, refusedCallWidth),
  );
  const count = refusals.length === 1 ? '1 tool call was' : `${refusals.length} tool calls were`;
  return `${count} refused: ${calls.join('; ')}.`;
}

/** What to do about refusals, if there was no terminal to ask at. */
export const refusalAdvice =
  'Allow tools with --allowed-tools or --permission-mode, or run it on a terminal to be asked.';
