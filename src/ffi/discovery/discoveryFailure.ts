import { ClaudeActorsError, type DiscoveryAttempt, type ErrorCode } from '../../errors.js';
import * as messages from '../process/spawnErrorMessages.js';
import { placeholderPackage } from './cliPackages.js';
import type { DiscoveryHost } from './discoveryHost.js';
import { installCommand, withTrace } from './discoveryTrace.js';

export function invalidPath(path: string, option: string): ClaudeActorsError {
  const problem = path === '' ? 'is empty' : 'contains a NUL character';
  return new ClaudeActorsError(
    'InvalidOption',
    `\`${option}\` ${problem}. Set it to the path of the CLI, or omit it to search for the CLI.`,
    { option },
  );
}

/** A path that is relative to a directory we do not know. */
export function unresolvablePath(text: string, source: string): ClaudeActorsError {
  const missing = text.startsWith('~') ? 'home directory' : 'working directory';
  return new ClaudeActorsError(
    'InvalidOption',
    `\`${source}\` is ${text}, but there is no ${missing} to resolve it against. Use an absolute path.`,
    { option: source, stage: 'discovery' },
  );
}

/** The error for a path that the caller gave and that cannot be used. */
export function givenPathFailure(
  text: string,
  source: string,
  trace: readonly DiscoveryAttempt[],
  host: DiscoveryHost,
): ClaudeActorsError {
  const existing = trace.find(({ outcome }) => outcome !== 'missing');
  const denied = trace.find(({ path }) => host.files.fileState(path) === 'denied');
  const path = existing?.path ?? denied?.path ?? trace[0]?.path ?? text;
  const [code, message] = existing
    ? describe(existing, host)
    : denied
      ? (['CliNotExecutable', messages.permissionDenied(path)] as const)
      : (['CliNotFound', messages.notFound(text)] as const);
  const attempts = trace.length > 0 ? trace : [{ source, path, outcome: 'missing' as const }];
  const error = new ClaudeActorsError(code, `${message} The path comes from ${source}.`, {
    stage: 'discovery',
    cliPath: path,
  });
  return withTrace(error, attempts);
}

/** The error for a search that found no usable CLI. The first near miss decides which error. */
export function searchFailure(
  trace: readonly DiscoveryAttempt[],
  host: DiscoveryHost,
): ClaudeActorsError {
  const nearMiss =
    trace.find(({ outcome }) => outcome === 'notExecutable' || outcome === 'brokenLink') ??
    trace.find(({ outcome }) => outcome === 'unsafeScript');
  const [code, message] = nearMiss
    ? describe(nearMiss, host)
    : ([
        'CliNotFound',
        `Claude Code native binary not found. Install it (${installCommand}) or set its path with \`pathToClaudeCodeExecutable\` or CLAUDE_CLI_PATH.`,
      ] as const);
  const details = {
    stage: 'discovery',
    ...(nearMiss === undefined ? {} : { cliPath: nearMiss.path }),
  };
  return withTrace(new ClaudeActorsError(code, message, details), trace);
}

function describe(
  { path, outcome }: DiscoveryAttempt,
  host: DiscoveryHost,
): readonly [ErrorCode, string] {
  if (outcome === 'brokenLink') {
    const loops = host.files.fileState(path) === 'linkLoop';
    return ['CliBrokenLink', loops ? messages.linkLoop(path) : messages.brokenLink(path)];
  }
  if (outcome === 'unsafeScript') return ['UnsafeCliScript', messages.unsafeScript(path)];
  if (outcome === 'notAFile') return ['CliNotExecutable', messages.notAFile(path)];
  const isPlaceholder = placeholderPackage(host.files.realPath(path), host) !== undefined;
  return [
    'CliNotExecutable',
    isPlaceholder ? messages.placeholder(path) : messages.notExecutable(path),
  ];
}
