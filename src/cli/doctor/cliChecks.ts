import { doctorProbeTimeoutMs } from '../../defaults.js';
import { ClaudeActorsError } from '../../errors.js';
import { commandFor } from '../../ffi/discovery/cliCommand.js';
import { type Discovery, discoverCli } from '../../ffi/discovery/discoverCli.js';
import { formatTrace } from '../../ffi/discovery/discoveryTrace.js';
import { buildEnvironment } from '../../ffi/environment/environment.js';
import { spawnPort } from '../../ffi/process/spawnPort.js';
import { checkVersion, detectVersion, minimumVersions } from '../../ffi/version/version.js';
import type { Options } from '../../options/types.js';
import type { Check } from './check.js';

/** Where the CLI was searched, and which one is used. */
export function discoveryCheck(path: string | undefined): { check: Check; discovery?: Discovery } {
  try {
    const discovery = discoverCli(path);
    const { found, others, trace } = discovery;
    const check = {
      name: 'CLI',
      message: `${found.path} (${found.source})`,
      lines: formatTrace(trace).split('\n'),
      facts: { path: found.path, realPath: found.realPath, source: found.source, trace },
    };
    if (others.length === 0) return { check: { ...check, status: 'ok' }, discovery };
    const list = others.map((other) => other.path).join(', ');
    const advice = `Other CLIs were found too: ${list}. Use --cli or CLAUDE_CLI_PATH to choose one.`;
    return { check: { ...check, status: 'warn', advice }, discovery };
  } catch (error) {
    if (!(error instanceof ClaudeActorsError)) throw error;
    return { check: notFound(error) };
  }
}

function notFound({ code, message, details }: ClaudeActorsError): Check {
  const { trace = [] } = details;
  // The rest of the message is the trace, which is printed as separate lines.
  const [text = message] = message.split('\n', 1);
  return {
    name: 'CLI',
    status: 'fail',
    message: text,
    lines: trace.length > 0 ? formatTrace(trace).split('\n') : [],
    facts: { code, trace },
  };
}

/** Whether the version of the CLI is new enough. */
export async function versionCheck(
  { found }: Discovery,
  { env }: Options,
  abortSignal: AbortSignal,
): Promise<Check> {
  const { path: cliPath, realPath } = found;
  const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(doctorProbeTimeoutMs)]);
  const outcome = await detectVersion(realPath, commandFor(cliPath), {
    port: spawnPort(),
    env: buildEnvironment({ env }),
    signal,
  });
  const verdict = checkVersion(outcome, 'session', { cliPath });
  const needed = minimumVersions.session;
  const version = outcome.kind === 'known' ? outcome.version : undefined;
  const facts = { version, needed, how: outcome.kind === 'known' ? outcome.how : outcome.kind };
  const name = 'CLI version';
  if (verdict.kind === 'ok') {
    return { name, status: 'ok', message: `${version} (${needed} or later)`, facts };
  }
  const isError = verdict.kind === 'error';
  const { message } = isError ? verdict.error : verdict;
  return { name, status: isError ? 'fail' : 'warn', message, facts };
}
