import { ClaudeActorsError } from '../errors.js';
import { allowsBypass, asksForBypassItself, pinMode } from './checks/bypassChecks.js';
import { checkOptions } from './checks/checkOptions.js';
import { inlineSettings } from './inlineSettings.js';
import { type MergedOptions, mergeOptions, type OptionSource } from './mergeOptions.js';
import { normalizeOptions, type OptionWarning } from './normalizeOptions.js';
import { readArgument } from './readArgument.js';
import { type ConfigFile, readConfigFile } from './readConfigFile.js';
import { type Environment, readEnvironment } from './readEnvironment.js';
import { optionTable } from './table/optionTable.js';
import type { OptionName, Options } from './types.js';

export interface ResolveContext {
  /** The environment of this process. */
  env: Environment;
  /** Returns the text of the config file, or throws the file system's error. */
  readFile(path: string): string;
  /** Parses a settings file as the CLI does; undefined if that is not possible. */
  readSettings(path: string, cwd: string | undefined): unknown;
}

export interface ResolvedOptions extends MergedOptions {
  warnings: OptionWarning[];
}

/** If both are set by the same source, the first option of each pair wins over the second. */
const conflictingPairs: readonly (readonly [OptionName, OptionName])[] = [
  ['resume', 'continue'],
  ['systemPrompt', 'appendSystemPrompt'],
  ['thinking', 'maxThinkingTokens'],
  ['permissionPromptToolName', 'canUseTool'],
];

const precedence: Readonly<Record<OptionSource, number>> = {
  configFile: 0,
  environment: 1,
  argument: 2,
};

/** Merges the options of a call with the environment and, if one is named, the config file. */
export function resolveOptions(
  given: Options | undefined,
  { env, readFile, readSettings }: ResolveContext,
  form: 'query' | 'session' = 'session',
): ResolvedOptions {
  checkPrototype();
  const { options: argument, warnings: read } = readArgument(given, form);
  const { configFile: fromVariable, ...environment } = readEnvironment(env);
  const configFile = chooseConfigFile(argument.configFile, fromVariable);
  const fromConfig = configFile ? readConfigFile(configFile, readFile) : {};
  const merged = mergeOptions([
    { source: 'configFile', options: fromConfig },
    { source: 'environment', options: environment },
    { source: 'argument', options: argument },
  ]);
  const warnings = [
    ...read,
    ...replacedSettings(fromConfig, argument),
    ...dropOverridden(merged),
    ...(form === 'query' ? allowBypassInCode(merged, argument) : []),
  ];
  if (form === 'query') {
    checkPermissionCallbacks(argument);
    if (merged.options.pathToClaudeCodeExecutable === '')
      drop(merged, 'pathToClaudeCodeExecutable');
  }
  if (merged.options.cwd === '') drop(merged, 'cwd');
  drop(merged, 'configFile');
  checkSettingsFile(merged, readSettings);
  assertConsistent(merged, configFile);
  return { ...merged, warnings };
}

/**
 * Throws if `for…in` finds properties of `Object.prototype`. XState loops that way over states and
 * actors, and would fail with an error that names neither the property nor the cause.
 */
function checkPrototype(): void {
  for (const name in {}) {
    throw new ClaudeActorsError(
      'InvalidOption',
      `Object.prototype has the enumerable property \`${name}\`, which every object inherits. XState cannot run with it. Remove it, or define it with Object.defineProperty() and enumerable: false.`,
    );
  }
}

/** The official SDK's `query()` throws here, in these words. A session only warns. */
function checkPermissionCallbacks({ canUseTool, permissionPromptToolName }: Options): void {
  if (!canUseTool || !permissionPromptToolName) return;
  const message =
    'canUseTool callback cannot be used with permissionPromptToolName. Please use one or the other.';
  throw new ClaudeActorsError('InvalidOption', message, { option: 'canUseTool' });
}

/**
 * In the official SDK's `query()`, the mode alone is enough. Here too if the program itself asks for
 * it; a file, a variable or inline settings cannot.
 */
function allowBypassInCode({ options }: MergedOptions, argument: Options): OptionWarning[] {
  const asks = asksForBypassItself(argument);
  // With `strict`, the second option is required, as in a session.
  if (!asks || options.strict || allowsBypass(options)) return [];
  options.allowDangerouslySkipPermissions = true;
  const message = `Option \`${asks}\` is 'bypassPermissions', so tools run without being asked about. Add \`allowDangerouslySkipPermissions: true\` to say that you mean it.`;
  return [{ code: 'PermissionsBypassed', message, context: { option: asks.split('.')[0] } }];
}

/** Reads the settings file, if the options name one, so that it cannot ask for `bypassPermissions`. */
function checkSettingsFile(
  { options }: MergedOptions,
  readSettings: ResolveContext['readSettings'],
): void {
  const { settings: path } = options;
  if (typeof path !== 'string' || inlineSettings(path) || allowsBypass(options)) return;
  const mode = pinMode(path, readSettings(path, options.cwd));
  options.permissionMode ??= mode;
}

/** An empty path as an argument means no file, even if the environment names one. */
function chooseConfigFile(
  argument: string | undefined,
  fromVariable: string | undefined,
): ConfigFile | undefined {
  if (argument !== undefined) return argument === '' ? undefined : { path: argument };
  const { variable } = optionTable.configFile;
  return fromVariable === undefined ? undefined : { path: fromVariable, variable };
}

/** Drops the winner of a pair if a source with higher precedence sets the loser. */
function dropOverridden(merged: MergedOptions): OptionWarning[] {
  return conflictingPairs.flatMap(([winner, loser]) => {
    const { [winner]: lower, [loser]: higher } = merged.sources;
    if (!lower || !higher || precedence[lower] >= precedence[higher]) return [];
    drop(merged, winner);
    const message = `Option \`${winner}\` from the ${labelOf(lower)} is ignored because the ${labelOf(higher)} sets \`${loser}\`. Set only one of them.`;
    return [{ code: 'OptionIgnored', message, context: { option: winner, winner: loser } }];
  });
}

/** A settings path cannot be merged with an object, because the file is not read here. */
function replacedSettings(config: Options, argument: Options): OptionWarning[] {
  const given = [config.settings, argument.settings];
  if (given.includes(undefined) || given.every((settings) => typeof settings === 'object')) {
    return [];
  }
  const message =
    'Option `settings` from the config file is ignored because the argument replaces it. Only objects are merged: pass both as objects.';
  return [{ code: 'OptionIgnored', message, context: { option: 'settings', winner: 'settings' } }];
}

function labelOf(source: OptionSource): string {
  return source === 'configFile' ? 'config file' : source;
}

function drop({ options, sources }: MergedOptions, name: OptionName): void {
  delete options[name];
  delete sources[name];
}

/**
 * Throws if options from different sources do not fit together; each source was checked only by
 * itself. The error says which source set the offending option.
 */
function assertConsistent({ options, sources }: MergedOptions, configFile?: ConfigFile): void {
  try {
    checkOptions(options);
    normalizeOptions(options);
  } catch (error) {
    if (!(error instanceof ClaudeActorsError)) throw error;
    const option = error.details.option as OptionName;
    const origin = {
      argument: undefined,
      environment: `the environment variable ${optionTable[option]?.variable}`,
      configFile: `the config file ${configFile?.path}`,
    }[sources[option] ?? 'argument'];
    if (origin === undefined) throw error;
    const message = `${error.message} It was set by ${origin}.`;
    throw new ClaudeActorsError(error.code, message, error.details, { cause: error });
  }
}
