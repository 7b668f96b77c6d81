type Variables = Readonly<Record<string, string | undefined>>;

/** One name for all its spellings: Windows takes `Path` and `PATH` for the same variable. */
export function variableKey(name: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? name.toUpperCase() : name;
}

/** The variable's value, or undefined where it is unset or empty. */
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
