import { didYouMean, nearestName, plainName } from './nearestName.js';
import { optionNames, optionTable } from './table.js';
import type { OptionName } from './types.js';

/** What other SDKs and older versions call it, where no edit would lead to the name here. */
const otherNames: Readonly<Record<string, OptionName>> = {
  abortsignal: 'signal',
  adddir: 'addDirs',
  apikey: 'env',
  args: 'extraArgs',
  bypasspermissions: 'permissionMode',
  claudepath: 'pathToClaudeCodeExecutable',
  cliargs: 'extraArgs',
  clipath: 'pathToClaudeCodeExecutable',
  continueconversation: 'continue',
  customsystemprompt: 'systemPrompt',
  dangerouslyskippermissions: 'allowDangerouslySkipPermissions',
  debugstderr: 'stderr',
  environment: 'env',
  executablepath: 'pathToClaudeCodeExecutable',
  jsonschema: 'outputFormat',
  maxbuffersize: 'limits',
  mcpconfig: 'mcpConfigPath',
  onstderr: 'stderr',
  outputschema: 'outputFormat',
  pathtoclaudecode: 'pathToClaudeCodeExecutable',
  resumesession: 'resume',
  timeout: 'timeouts',
  timeoutms: 'timeouts',
  workdir: 'cwd',
  workingdirectory: 'cwd',
};

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(optionTable, name);
}

/** The option that was probably meant by a name that is none. */
export function nearestOption(name: string): OptionName | undefined {
  const plain = plainName(name);
  if (Object.hasOwn(otherNames, plain)) return otherNames[plain];
  return nearestName(name, optionNames) as OptionName | undefined;
}

/** Goes on from the name of something that is no option. */
export function noSuchOption(name: string): string {
  const nearest = nearestOption(name);
  if (nearest !== undefined) return `is not known.${didYouMean(nearest)}`;
  return 'is not known. Remove it, or pass a flag of the CLI in extraArgs.';
}
