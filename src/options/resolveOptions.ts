import { ClaudeActorsError } from '../errors.js';
import { checkOptions } from './checkOptions.js';
import { type MergedOptions, mergeOptions, type OptionSource } from './mergeOptions.js';
import { type ConfigSource, readConfig } from './readConfig.js';
import { readVariables, type Variables } from './readVariables.js';
import { type OptionWarning, settleOptions } from './settleOptions.js';
import { optionTable } from './table.js';
import type { OptionName, Options } from './types.js';

export interface OptionSurroundings {
  /** The environment of this process. */
  env: Variables;
  /** Gives the text of the config file, or throws the error of the file system. */
  readFile(path: string): string;
}

export interface ResolvedOptions extends MergedOptions {
  warnings: OptionWarning[];
}

/** Of each pair the first wins over the second, whichever source it comes from. */
const rivals: readonly (readonly [OptionName, OptionName])[] = [
  ['resume', 'continue'],
  ['systemPrompt', 'appendSystemPrompt'],
  ['thinking', 'maxThinkingTokens'],
  ['permissionPromptToolName', 'canUseTool'],
];

const weights: Readonly<Record<OptionSource, number>> = {
  configFile: 0,
  environment: 1,
  argument: 2,
};

/** Joins the options of a call with those of the environment and of the config file, if one is named. */
export function resolveOptions(
  given: Options | undefined,
  { env, readFile }: OptionSurroundings,
): ResolvedOptions {
  const argument = given === undefined ? {} : given;
  checkOptions(argument);
  const { configFile, ...environment } = readVariables(env);
  const config = configSource(argument.configFile, configFile);
  const fromConfig = config ? readConfig(config, readFile) : {};
  const merged = mergeOptions([
    { source: 'configFile', options: fromConfig },
    { source: 'environment', options: environment },
    { source: 'argument', options: argument },
  ]);
  const warnings = [...unjoinedSettings(fromConfig, argument), ...dropOutweighed(merged)];
  if (merged.options.cwd === '') drop(merged, 'cwd');
  drop(merged, 'configFile');
  assertSettles(merged, config);
  return { ...merged, warnings };
}

/** An empty path as an argument means none, also where the environment names one. */
function configSource(
  argument: string | undefined,
  fromEnvironment: string | undefined,
): ConfigSource | undefined {
  if (argument !== undefined) return argument === '' ? undefined : { path: argument };
  const { variable } = optionTable.configFile;
  return fromEnvironment === undefined ? undefined : { path: fromEnvironment, variable };
}

/** A winner must not beat what a weightier source says: that source spoke against it. */
function dropOutweighed(merged: MergedOptions): OptionWarning[] {
  return rivals.flatMap(([winner, loser]) => {
    const { [winner]: from, [loser]: against } = merged.sources;
    if (!from || !against || weights[from] >= weights[against]) return [];
    drop(merged, winner);
    const message = `Option '${winner}' from the ${nameOf(from)} is ignored because '${loser}' is set by the ${nameOf(against)}. Set only one of them.`;
    return [{ code: 'OptionIgnored', message, context: { option: winner, winner: loser } }];
  });
}

/** A path is not joined with an object: nobody here reads the file that it names. */
function unjoinedSettings(config: Options, argument: Options): OptionWarning[] {
  const given = [config.settings, argument.settings];
  if (given.includes(undefined) || given.every((settings) => typeof settings === 'object')) {
    return [];
  }
  const message =
    "Option 'settings' from the config file is ignored because the argument replaces it. Only objects are merged: pass both as objects.";
  return [{ code: 'OptionIgnored', message, context: { option: 'settings', winner: 'settings' } }];
}

function nameOf(source: OptionSource): string {
  return source === 'configFile' ? 'config file' : source;
}

function drop({ options, sources }: MergedOptions, name: OptionName): void {
  delete options[name];
  delete sources[name];
}

/** Adds to the error about options that do not go together where the one at fault came from. */
function assertSettles({ options, sources }: MergedOptions, config?: ConfigSource): void {
  try {
    // Each source was checked by itself; what they come to together was not.
    checkOptions(options);
    settleOptions(options);
  } catch (error) {
    if (!(error instanceof ClaudeActorsError)) throw error;
    const option = error.details.option as OptionName;
    const origin = {
      argument: undefined,
      environment: `the environment variable ${optionTable[option]?.variable}`,
      configFile: `the config file ${config?.path}`,
    }[sources[option] ?? 'argument'];
    if (origin === undefined) throw error;
    const message = `${error.message} It was set by ${origin}.`;
    throw new ClaudeActorsError(error.code, message, error.details, { cause: error });
  }
}
