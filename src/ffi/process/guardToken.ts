/**
 * Identifies everything a CLI has started. A CLI that has exited shows nobody which processes were
 * its tools, but they have inherited this variable.
 */
export const guardVariable = 'CLAUDE_ACTORS_GUARD';

/** Adds a token to the environment. Keeps the tokens of the CLIs that we run inside of ourselves. */
export function addGuardToken(
  env: Readonly<Record<string, string>>,
  token: string,
): Record<string, string> {
  const outer = env[guardVariable];
  return { ...env, [guardVariable]: outer ? `${outer},${token}` : token };
}
