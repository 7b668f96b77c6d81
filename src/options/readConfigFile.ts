import { ClaudeActorsError } from '../errors.js';
import { didYouMean } from '../util/nearestName.js';
import { isRecord } from '../util/typeGuards.js';
import { bypassInSettings, checkExternalFlags } from './checks/bypassChecks.js';
import { checkOptions, isOptionName, nearestOption } from './checks/checkOptions.js';
import { invalidOption } from './invalidOption.js';
import { configKey } from './table/optionTable.js';
import type { Options } from './types.js';

export interface ConfigFile {
  path: string;
  /** The environment variable that names the file, if one does. */
  variable?: string;
}

/** The options that a config file sets. Throws `ConfigFileError` for a file that cannot be used. */
export function readConfigFile(file: ConfigFile, readFile: (path: string) => string): Options {
  const options: unknown = parse(file, read(file, readFile));
  for (const name of Object.keys(options as object)) {
    if (!isOptionName(name)) {
      const remedy = didYouMean(nearestOption(name)) || ' Remove it.';
      throw configError(file, `sets the unknown option \`${name}\`.${remedy}`, name);
    }
    if (configKey(name) === undefined) {
      const problem = `sets \`${name}\`, which only the program may set. Remove it, and pass it as an argument.`;
      throw configError(file, problem, name);
    }
  }
  try {
    checkOptions(options);
    if (options.extraArgs) checkExternalFlags(options.extraArgs);
    const bypass = bypassInSettings(options);
    if (bypass) {
      throw invalidOption(bypass, "is 'bypassPermissions', which only the program may set.");
    }
  } catch (error) {
    if (!(error instanceof ClaudeActorsError)) throw error;
    const problem = `is invalid: ${error.message} Correct the file.`;
    throw configError(file, problem, error.details.option, error);
  }
  return options;
}

function read(file: ConfigFile, readFile: (path: string) => string): string {
  try {
    return readFile(file.path);
  } catch (cause) {
    const problem = readProblems.get((cause as NodeJS.ErrnoException)?.code) ?? 'cannot be read';
    const remedy = file.variable
      ? `Correct ${file.variable}, which names it, or unset it.`
      : 'Correct the path in `configFile`.';
    throw configError(file, `${problem}. ${remedy}`, undefined, cause);
  }
}

const readProblems = new Map<string | undefined, string>([
  ['ENOENT', 'does not exist'],
  ['ENOTDIR', 'does not exist'],
  ['EISDIR', 'is a directory'],
  ['EACCES', 'is not readable by this process'],
  ['EPERM', 'is not readable by this process'],
  ['ERR_ENCODING_INVALID_ENCODED_DATA', 'is not UTF-8 text'],
]);

function parse(file: ConfigFile, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw configError(file, `is not valid JSON${lineOf(error, text)}. Correct it.`);
  }
  if (isRecord(value)) return value;
  throw configError(file, 'must hold one JSON object, such as { "model": "sonnet" }.');
}

/** Only the line of a syntax error: the parser's message may quote a secret from the file. */
function lineOf(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  if (position === undefined) return '';
  return `, near line ${text.slice(0, Number(position)).split('\n').length}`;
}

function configError(
  { path }: ConfigFile,
  problem: string,
  option = 'configFile',
  cause?: unknown,
): ClaudeActorsError {
  const message = `The config file ${path} ${problem}`;
  return new ClaudeActorsError('ConfigFileError', message, { option }, { cause });
}
