import { ClaudeActorsError } from '../errors.js';
import { isRecord, isStringArray } from '../util/typeGuards.js';
import { checkValue, isOptionName, unknownName } from './checks/checkOptions.js';
import { readGiven } from './checks/readGiven.js';
import { convertValue, ruleLists, splitRules } from './convertValue.js';
import { invalidOption } from './invalidOption.js';
import type { OptionWarning } from './normalizeOptions.js';
import type { OptionName, Options } from './types.js';

export interface ReadArgument {
  options: Options;
  warnings: OptionWarning[];
}

/**
 * The options of a call, without what cannot be one: wrappers pass on names of their own, and `null`
 * for "not given". In a query, values are also converted as the official SDK does. Each such entry is
 * a warning, or an error with `strict: true`. Throws `InvalidOption` for a value that its option does
 * not accept.
 */
export function readArgument(given: unknown, form: 'query' | 'session' = 'session'): ReadArgument {
  if (given === undefined || (given === null && form === 'query')) {
    return { options: {}, warnings: [] };
  }
  if (!isRecord(given)) {
    throw new ClaudeActorsError(
      'InvalidOption',
      'The options must be an object. Pass {} for none.',
    );
  }
  const isStrict = readGiven(undefined, () => given.strict === true);
  const converts = form === 'query' && !isStrict;
  const entries = readGiven(undefined, () =>
    Object.entries(converts ? withSettingsFlag(given) : given),
  );
  const warnings: OptionWarning[] = [];
  const known = entries.flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return [];
    if (isOptionName(name) && value !== null) {
      if (!converts) return [[name, checked(name, value)]];
      const { kept, warning } = converted(name, value);
      if (warning) warnings.push(warning);
      return kept.map((one) => [name, one]);
    }
    const problem = isOptionName(name) ? nullOption(name) : unknownName(name);
    if (isStrict) throw problem;
    const code = isOptionName(name) ? 'OptionIgnored' : 'UnknownOption';
    warnings.push({ code, ...described(problem) });
    return [];
  });
  return { options: Object.fromEntries(known), warnings };
}

function checked(name: OptionName, value: unknown): unknown {
  checkValue(name, value);
  return value;
}

/** The value to use, if any, and a warning if it is not the value that was given. */
function converted(name: OptionName, value: unknown): { kept: unknown[]; warning?: OptionWarning } {
  try {
    checkValue(name, value);
    if (!ruleLists.includes(name) || !isStringArray(value)) return { kept: [value] };
    const rules = splitRules(value);
    const isSplit = rules.length === value.length && rules.every((rule, at) => rule === value[at]);
    if (isSplit) return { kept: [value] };
    const problem = invalidOption(name, 'has an element with several rules. Write one in each.');
    return { kept: [rules], warning: conversionOf(problem) };
  } catch (error) {
    const conversion = error instanceof ClaudeActorsError ? convertValue(name, value) : undefined;
    if (!conversion) throw error;
    const problem = error as ClaudeActorsError;
    if (conversion === 'ignored') {
      const warning = { code: 'OptionIgnored', ...described(problem, ' It is ignored.') } as const;
      return { kept: [], warning };
    }
    const { kept } = converted(name, checked(name, conversion.value));
    return { kept, warning: conversionOf(problem) };
  }
}

/** Programs that are older than the option `settings` pass its flag. The option wins. */
function withSettingsFlag(given: Record<string, unknown>): Record<string, unknown> {
  const { extraArgs } = given;
  if (!isRecord(extraArgs) || typeof extraArgs.settings !== 'string') return given;
  const { settings, ...others } = extraArgs;
  return { ...given, extraArgs: others, settings: given.settings ?? settings };
}

function nullOption(name: string): ClaudeActorsError {
  return invalidOption(name, 'is null, which counts as not given. Remove it, or set a value.');
}

function conversionOf(problem: ClaudeActorsError): OptionWarning {
  return { code: 'OptionConverted', ...described(problem, ' It was converted.') };
}

function described({ message, details }: ClaudeActorsError, fate = '') {
  return { message: `${message}${fate}`, context: { option: details.option } };
}
