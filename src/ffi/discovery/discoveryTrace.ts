import { ClaudeActorsError, type DiscoveryAttempt, type ErrorCode } from '../../errors.js';

export const installCommand = 'npm install -g @anthropic-ai/claude-code';
export const updateCommand = 'claude update';

const outcomes: Record<DiscoveryAttempt['outcome'], string> = {
  missing: 'missing',
  notAFile: 'not a file',
  notExecutable: 'not executable',
  brokenLink: 'broken link',
  unsafeScript: 'not an .exe program, refused',
  found: 'found',
};

/** The trace as text, one attempt per line. */
export function formatTrace(trace: readonly DiscoveryAttempt[]): string {
  return trace
    .map(({ source, path, outcome, version }) => {
      const result = version === undefined ? outcomes[outcome] : `${outcomes[outcome]}, ${version}`;
      return `  ${path} (${source}): ${result}`;
    })
    .join('\n');
}

/** Only errors about the CLI itself get a trace. It does not help with a missing `cwd`, say. */
const cliErrors: ReadonlySet<ErrorCode> = new Set([
  'CliNotFound',
  'CliNotExecutable',
  'CliBrokenLink',
  'CliWrongArchitecture',
  'UnsafeCliScript',
  'SpawnFailed',
]);

/** Adds the places where the CLI was searched to an error about the CLI. */
export function withTrace(
  error: ClaudeActorsError,
  trace: readonly DiscoveryAttempt[],
): ClaudeActorsError {
  if (!cliErrors.has(error.code)) return error;
  const install = error.message.includes(installCommand) ? '' : `\nInstall: ${installCommand}`;
  const message = `${error.message}\nSearched for the CLI at:\n${formatTrace(trace)}${install}`;
  return new ClaudeActorsError(
    error.code,
    message,
    { ...error.details, trace },
    error.cause === undefined ? undefined : { cause: error.cause },
  );
}
