import { ClaudeActorsError, type DiscoveryAttempt, type ErrorCode } from '../../errors.js';

export const installCommand = 'npm install -g @anthropic-ai/claude-code';
export const updateCommand = 'claude update';

const outcomes: Record<DiscoveryAttempt['outcome'], string> = {
  missing: 'missing',
  notAFile: 'not a file',
  notExecutable: 'not executable',
  brokenLink: 'broken link',
  unsafeScript: 'no .exe program, refused',
  found: 'found',
};

/** One attempt a line. */
export function formatTrace(trace: readonly DiscoveryAttempt[]): string {
  return trace
    .map(({ source, path, outcome, version }) => {
      const what = version === undefined ? outcomes[outcome] : `${outcomes[outcome]}, ${version}`;
      return `  ${path} (${source}): ${what}`;
    })
    .join('\n');
}

/** What is said of the CLI itself; that a working directory is missing has nothing to do with it. */
const aboutTheCli: ReadonlySet<ErrorCode> = new Set([
  'CliNotFound',
  'CliNotExecutable',
  'CliBrokenLink',
  'CliWrongArchitecture',
  'UnsafeCliScript',
  'SpawnFailed',
]);

/** The same error, told with where the CLI was looked for. */
export function withTrace(
  error: ClaudeActorsError,
  trace: readonly DiscoveryAttempt[],
): ClaudeActorsError {
  if (!aboutTheCli.has(error.code)) return error;
  const advice = error.message.includes(installCommand) ? '' : `\nInstall: ${installCommand}`;
  const message = `${error.message}\nLooked for the CLI at:\n${formatTrace(trace)}${advice}`;
  return new ClaudeActorsError(
    error.code,
    message,
    { ...error.details, trace },
    error.cause === undefined ? undefined : { cause: error.cause },
  );
}
