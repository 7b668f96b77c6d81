import { ClaudeActorsError } from '../../errors.js';
import { variableKey } from './variables.js';

type Variables = Readonly<Record<string, string | undefined>>;

export interface EnvironmentOptions {
  /** The environment to build on; this process's own by default. */
  parent?: Variables;
  /** What the caller gave; undefined removes a variable. */
  env?: Variables;
  mode?: 'overlay' | 'replace';
  /** The runtime's own variables; what the caller gave wins. */
  set?: Variables;
  platform?: NodeJS.Platform;
}

/** The whole environment of the CLI. */
export function buildEnvironment({
  parent = process.env,
  env = {},
  mode = 'overlay',
  set = {},
  platform = process.platform,
}: EnvironmentOptions = {}): Record<string, string> {
  // Keyed by what the system takes for one variable; holds the spelling that came last.
  const variables = new Map<string, readonly [name: string, value: string]>();
  const put = (name: string, value: string | undefined) => {
    const key = variableKey(name, platform);
    if (value === undefined) variables.delete(key);
    else variables.set(key, [name, value]);
  };

  if (mode === 'overlay') {
    for (const [name, value] of Object.entries(parent)) put(name, value);
    // It tells a CLI that it runs inside another one; ours does not.
    put('CLAUDECODE', undefined);
  }
  for (const [name, value] of Object.entries(set)) put(name, value);
  for (const [name, value] of Object.entries(env)) {
    check(name, value);
    put(name, value);
  }
  if (!variables.get('CLAUDE_CODE_ENTRYPOINT')?.[1]) put('CLAUDE_CODE_ENTRYPOINT', 'sdk-ts');
  return Object.fromEntries(variables.values());
}

/** Names the variable and never its value, which may be a secret. */
function check(name: string, value: unknown): void {
  const shown = JSON.stringify(name);
  if (name === '' || /[=\0]/.test(name)) {
    throw invalid(`The name ${shown} in \`env\` is empty or holds "=" or a NUL character.`);
  }
  if (value !== undefined && typeof value !== 'string') {
    throw invalid(`The variable ${shown} in \`env\` is no string. Write its value as text.`);
  }
  if (value?.includes('\0')) {
    throw invalid(`The variable ${shown} in \`env\` holds a NUL character. Remove it.`);
  }
}

function invalid(message: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', message, { option: 'env' });
}
