import { ClaudeActorsError } from '../errors.js';
import { isRecord } from '../util/typeGuards.js';
import { checkValue, isOptionName, unknownName } from './checks/checkOptions.js';
import { readGiven } from './checks/readGiven.js';
import { invalidOption } from './invalidOption.js';
import type { OptionWarning } from './normalizeOptions.js';
import type { Options } from './types.js';

export interface ReadArgument {
  options: Options;
  warnings: OptionWarning[];
}

/**
 * The options of a call, without what cannot be one: wrappers pass on names of their own, and `null`
 * for "not given". Each such entry is a warning, or an error with `strict: true`. Throws
 * `InvalidOption` for a value that its option does not accept.
 */
export function readArgument(given: unknown): ReadArgument {
  if (given === undefined) return { options: {}, warnings: [] };
  if (!isRecord(given)) {
    throw new ClaudeActorsError(
      'InvalidOption',
      'The options must be an object. Pass {} for none.',
    );
  }
  const entries = readGiven(undefined, () => Object.entries(given));
  const isStrict = entries.some(([name, value]) => name === 'strict' && value === true);
  const warnings: OptionWarning[] = [];
  const known = entries.filter(([name, value]) => {
    if (value === undefined) return false;
    if (isOptionName(name) && value !== null) {
      checkValue(name, value);
      return true;
    }
    const problem = isOptionName(name) ? nullOption(name) : unknownName(name);
    if (isStrict) throw problem;
    warnings.push(asWarning(problem, isOptionName(name) ? 'OptionIgnored' : 'UnknownOption'));
    return false;
  });
  return { options: Object.fromEntries(known), warnings };
}

function nullOption(name: string): ClaudeActorsError {
  return invalidOption(name, 'is null, which counts as not given. Remove it, or set a value.');
}

function asWarning(
  { message, details }: ClaudeActorsError,
  code: OptionWarning['code'],
): OptionWarning {
  return { code, message, context: { option: details.option } };
}
