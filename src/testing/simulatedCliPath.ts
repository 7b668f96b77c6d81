import { fileURLToPath } from 'node:url';

/** The simulated CLI as an executable, for the option `pathToClaudeCodeExecutable`. */
export const simulatedCliPath: string = fileURLToPath(
  new URL('./simulatedCli.js', import.meta.url),
);
