/**
 * The variable that identifies everything a CLI has started. Once a CLI has exited, its tools can no
 * longer be found as its children, but they have inherited this variable.
 */
export const guardVariable = 'CLAUDE_ACTORS_GUARD';

/** Adds a token to the environment. Keeps the tokens of CLIs that this program itself runs in. */
export function addGuardToken(
  env: Readonly<Record<string, string>>,
  token: string,
): Record<string, string> {
  const outer = env[guardVariable];
  return { ...env, [guardVariable]: outer ? `${outer},${token}` : token };
}
