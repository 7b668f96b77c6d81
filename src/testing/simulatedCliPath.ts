import { fileURLToPath } from 'node:url';

/**
 * The path of the simulated CLI as an executable. Pass it as the option
 * `pathToClaudeCodeExecutable`, and choose a scenario with the environment variable
 * `CLAUDE_ACTORS_SCENARIO`. It stays in this folder, next to the executable it points to.
 */
export const simulatedCliPath: string = fileURLToPath(
  new URL('./simulatedCli.js', import.meta.url),
);
