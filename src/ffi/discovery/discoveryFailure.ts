import { ClaudeActorsError, type DiscoveryAttempt, type ErrorCode } from '../../errors.js';
import * as advice from '../process/spawnAdvice.js';
import { placeholderPackage } from './cliPackages.js';
import type { DiscoveryHost } from './discoveryHost.js';
import { installCommand, withTrace } from './trace.js';

export function invalidPath(path: string, option: string): ClaudeActorsError {
  const what = path === '' ? 'is empty' : 'holds a NUL character';
  return new ClaudeActorsError(
    'InvalidOption',
    `\`${option}\` ${what}. Give it the path of the CLI, or leave it out to have the CLI found.`,
    { option },
  );
}

/** A path that means nothing without a directory that is not known. */
export function unanchoredPath(text: string, source: string): ClaudeActorsError {
  const missing = text.startsWith('~') ? 'home directory' : 'working directory';
  return new ClaudeActorsError(
    'InvalidOption',
    `\`${source}\` is ${text}, and there is no ${missing} to start from. Give it an absolute path.`,
    { option: source, stage: 'discovery' },
  );
}

/** The program that the caller named does not work. */
export function namedFailure(
  text: string,
  source: string,
  trace: readonly DiscoveryAttempt[],
  host: DiscoveryHost,
): ClaudeActorsError {
  const seen = trace.find(({ outcome }) => outcome !== 'missing');
  const denied = trace.find(({ path }) => host.files.look(path) === 'denied');
  const path = seen?.path ?? denied?.path ?? trace[0]?.path ?? text;
  const [code, message] = seen
    ? describe(seen, host)
    : denied
      ? (['CliNotExecutable', advice.refused(path)] as const)
      : (['CliNotFound', advice.notFound(path)] as const);
  const attempts = trace.length > 0 ? trace : [{ source, path, outcome: 'missing' as const }];
  const error = new ClaudeActorsError(code, `${message} It was named by ${source}.`, {
    stage: 'discovery',
    cliPath: path,
  });
  return withTrace(error, attempts);
}

/** Nothing that works was found; the first that nearly did says why. */
export function searchFailure(
  trace: readonly DiscoveryAttempt[],
  host: DiscoveryHost,
): ClaudeActorsError {
  const seen =
    trace.find(({ outcome }) => outcome === 'notExecutable' || outcome === 'brokenLink') ??
    trace.find(({ outcome }) => outcome === 'unsafeScript');
  const [code, message] = seen
    ? describe(seen, host)
    : ([
        'CliNotFound',
        `The Claude Code CLI was not found. Install it (${installCommand}) or name its path with \`pathToClaudeCodeExecutable\` or CLAUDE_CLI_PATH.`,
      ] as const);
  const details = { stage: 'discovery', ...(seen === undefined ? {} : { cliPath: seen.path }) };
  return withTrace(new ClaudeActorsError(code, message, details), trace);
}

function describe(
  { path, outcome }: DiscoveryAttempt,
  host: DiscoveryHost,
): readonly [ErrorCode, string] {
  if (outcome === 'brokenLink') {
    const loops = host.files.look(path) === 'linkLoop';
    return ['CliBrokenLink', loops ? advice.linkLoop(path) : advice.brokenLink(path)];
  }
  if (outcome === 'unsafeScript') return ['UnsafeCliScript', advice.unsafeScript(path)];
  if (outcome === 'notAFile') return ['CliNotExecutable', advice.notAFile(path)];
  const isPlaceholder = placeholderPackage(host.files.realPath(path), host) !== undefined;
  return [
    'CliNotExecutable',
    isPlaceholder ? advice.placeholder(path) : advice.notExecutable(path),
  ];
}
