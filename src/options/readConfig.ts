import { ClaudeActorsError } from '../errors.js';
import { bypassInSettings } from './bypassInSettings.js';
import { checkOptions } from './checkOptions.js';
import { checkOutsideFlags } from './checkOutsideFlags.js';
import { isRecord } from './checkValue.js';
import { invalidOption } from './invalidOption.js';
import { didYouMean } from './nearestName.js';
import { configKey } from './table.js';
import type { Options } from './types.js';
import { isOptionName, nearestOption } from './unknownOption.js';

export interface ConfigSource {
  path: string;
  /** The environment variable that names the file, where one does. */
  variable?: string;
}

/** The options that a config file sets. Throws `ConfigFileError` for a file that cannot be used. */
export function readConfig(source: ConfigSource, readFile: (path: string) => string): Options {
  const given: unknown = parse(source, read(source, readFile));
  for (const name of Object.keys(given as object)) {
    if (!isOptionName(name)) {
      const remedy = didYouMean(nearestOption(name)) || ' Remove it.';
      throw configError(source, `has the key '${name}', which is no option.${remedy}`, name);
    }
    if (configKey(name) === undefined) {
      const problem = `sets '${name}', which only the program may set. Remove it, and pass it as an option.`;
      throw configError(source, problem, name);
    }
  }
  try {
    checkOptions(given);
    if (given.extraArgs) checkOutsideFlags(given.extraArgs);
    const bypass = bypassInSettings(given);
    if (bypass) {
      throw invalidOption(bypass, "is 'bypassPermissions', which only the program may say there.");
    }
  } catch (error) {
    if (!(error instanceof ClaudeActorsError)) throw error;
    const problem = `cannot be used: ${error.message} Correct the file.`;
    throw configError(source, problem, error.details.option, error);
  }
  return given;
}

function read(source: ConfigSource, readFile: (path: string) => string): string {
  try {
    return readFile(source.path);
  } catch (cause) {
    const problem = readProblems.get((cause as NodeJS.ErrnoException)?.code) ?? 'cannot be read';
    const remedy = source.variable
      ? `Correct ${source.variable}, which names it, or unset it.`
      : 'Correct the path in configFile.';
    throw configError(source, `${problem}. ${remedy}`, undefined, cause);
  }
}

const readProblems = new Map<string | undefined, string>([
  ['ENOENT', 'does not exist'],
  ['ENOTDIR', 'does not exist'],
  ['EISDIR', 'is a directory'],
  ['EACCES', 'may not be read by this process'],
  ['EPERM', 'may not be read by this process'],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', 'is not UTF-8 text'],
]);

function parse(source: ConfigSource, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw configError(source, `is no valid JSON${placeOf(error, text)}. Correct it.`);
  }
  if (isRecord(value)) return value;
  throw configError(source, 'must hold one JSON object: { "model": "sonnet" }.');
}

/** The line, where the parser tells it; its own words may quote a secret that the file holds. */
function placeOf(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  if (position === undefined) return '';
  return `, near line ${text.slice(0, Number(position)).split('\n').length}`;
}

function configError(
  { path }: ConfigSource,
  problem: string,
  option = 'configFile',
  cause?: unknown,
): ClaudeActorsError {
  const message = `The config file ${path} ${problem}`;
  return new ClaudeActorsError('ConfigFileError', message, { option }, { cause });
}
