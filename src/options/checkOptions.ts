import { ClaudeActorsError } from '../errors.js';
import { checkValue, isRecord } from './checkValue.js';
import { invalidOption } from './invalidOption.js';
import { optionTable } from './table.js';
import type { Options } from './types.js';
import { isOptionName, noSuchOption } from './unknownOption.js';

/** Throws `InvalidOption` for a name that is none, and for a value that its option does not take. */
export function checkOptions(given: unknown): asserts given is Options {
  if (!isRecord(given)) {
    throw new ClaudeActorsError(
      'InvalidOption',
      'The options must be an object. Pass {} for none.',
    );
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!isOptionName(name)) throw invalidOption(name, noSuchOption(name));
    const row = optionTable[name];
    checkValue(name, row, value);
    row.check?.(value);
  }
}
