import { ClaudeActorsError } from '../../errors.js';

type Variables = Readonly<Record<string, string | undefined>>;

export interface EnvironmentOptions {
  /** The environment to start from. Default: the one of this process. */
  parent?: Variables;
  /** The caller's variables. `undefined` removes a variable. */
  env?: Variables | undefined;
  /** Whether `env` replaces the variables of `parent` or is laid over them. */
  mode?: 'overlay' | 'replace' | undefined;
  /** Variables that the library sets. The caller's `env` overrides them. */
  set?: Variables;
  /** Variables that the CLI must not see, whoever set them. */
  remove?: readonly string[];
  platform?: NodeJS.Platform;
}

/** By which users of the official SDK make the CLI write debug output. */
const debugVariable = 'DEBUG_CLAUDE_AGENT_SDK';
const yes = /^\s*(1|true|yes|on)\s*$/i;

/** Builds the complete environment of the CLI. */
export function buildEnvironment({
  parent = process.env,
  env,
  mode = 'replace',
  set = {},
  remove = [],
  platform = process.platform,
}: EnvironmentOptions = {}): Record<string, string> {
  // Two spellings of one variable share a key. The last spelling wins.
  const variables = new Map<string, readonly [name: string, value: string]>();
  const put = (name: string, value: string | undefined) => {
    const key = variableKey(name, platform);
    if (value === undefined) variables.delete(key);
    else variables.set(key, [name, value]);
  };

  if (env === undefined || mode === 'overlay') {
    for (const [name, value] of Object.entries(parent)) put(name, value);
    // It tells a CLI that it runs inside another CLI. Ours does not.
    put('CLAUDECODE', undefined);
  }
  for (const [name, value] of Object.entries(set)) put(name, value);
  for (const [name, value] of Object.entries(env ?? {})) {
    validate(name, value);
    put(name, value);
  }
  for (const name of remove) put(name, undefined);
  // Meant for this program, not for the CLI and its tools. The official SDK does the same.
  put('NODE_OPTIONS', undefined);
  const debug = readVariable(Object.fromEntries(variables.values()), debugVariable, platform);
  put('DEBUG', yes.test(debug ?? '') ? '1' : undefined);
  if (!variables.get('CLAUDE_CODE_ENTRYPOINT')?.[1]) put('CLAUDE_CODE_ENTRYPOINT', 'sdk-ts');
  return Object.fromEntries(variables.values());
}

/** The value of a variable, or undefined if it is unset or empty. */
export function readVariable(
  env: Variables,
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  const key = variableKey(name, platform);
  const spelling =
    env[name] === undefined
      ? Object.keys(env).find((other) => variableKey(other, platform) === key)
      : name;
  return (spelling === undefined ? undefined : env[spelling]) || undefined;
}

/** Windows ignores case: `Path` and `PATH` are the same variable. */
function variableKey(name: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? name.toUpperCase() : name;
}

/** The messages contain the name of a variable but never its value, which may be a secret. */
function validate(name: string, value: unknown): void {
  const quoted = JSON.stringify(name);
  if (name === '' || /[=\0]/.test(name)) {
    throw invalid(
      `Invalid variable name ${quoted} in \`env\`: a name cannot be empty or contain "=" or a NUL character.`,
    );
  }
  if (value !== undefined && typeof value !== 'string') {
    throw invalid(
      `The variable ${quoted} in \`env\` is not a string. Convert its value to a string.`,
    );
  }
  if (value?.includes('\0')) {
    throw invalid(`The variable ${quoted} in \`env\` contains a NUL character. Remove it.`);
  }
}

function invalid(message: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', message, { option: 'env' });
}
