import { commandFor } from '../ffi/discovery/commandLine.js';
import { type Discovery, discoverCli } from '../ffi/discovery/discovery.js';
import { withTrace } from '../ffi/discovery/trace.js';
import { buildEnvironment } from '../ffi/environment/environment.js';
import type { Port } from '../ffi/process/Port.js';
import { spawnPort } from '../ffi/process/spawnPort.js';
import { checkVersion, detectVersion } from '../ffi/version/version.js';
import type { VersionWarning } from '../machines/versionMachine.js';
import type { CallbackHost } from './CallbackHost.js';
import { Launch, type VersionVerdict } from './Launch.js';

export interface CliLaunchOptions {
  mode: 'query' | 'session';
  args: readonly string[];
  callbacks: CallbackHost;
  cliPath?: string;
  executable?: string;
  executableArgs?: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string | undefined>>;
  envMode?: 'overlay' | 'replace';
  /** The variables that the options ask for. */
  set?: Readonly<Record<string, string>>;
  port?: Port;
  guard?: boolean;
  skipVersionCheck?: boolean;
  permissiveVersionCheck?: boolean;
  lineBytes?: number;
  stderrBytes?: number;
}

/** A launch of the real CLI: found, judged and started. */
export function cliLaunch(options: CliLaunchOptions): Launch {
  const { mode, args, cwd, callbacks, lineBytes, stderrBytes, guard } = options;
  const env = () =>
    buildEnvironment({
      env: options.env,
      mode: options.envMode,
      set: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1', ...options.set },
    });
  let discovery: Discovery | undefined;
  const discover = () => {
    discovery ??= discoverCli(options.cliPath);
    return discovery;
  };
  const locate = () => discover().found;
  const start = () => commandFor(locate().path, options);
  const port = options.port ?? spawnPort({ guard });
  return new Launch({
    port,
    callbacks,
    lineBytes,
    stderrBytes,
    command() {
      const { file, prefixArgs } = start();
      const stdin = mode === 'session' ? 'pipe' : 'ignore';
      return { file, args: [...prefixArgs, ...args], cwd, env: env(), stdin };
    },
    explain: (error) => (discovery ? withTrace(error, discovery.trace) : error),
    async checkVersion(signal): Promise<VersionVerdict> {
      const several = severalClis(discover());
      if (options.skipVersionCheck) return { kind: 'accepted', warnings: several };
      const { realPath, path: cliPath } = locate();
      const outcome = await detectVersion(realPath, start(), { port, signal, env: env() }).catch(
        (error: unknown) => ({ kind: 'failed' as const, reason: String(error) }),
      );
      const permissive = options.permissiveVersionCheck;
      const verdict = checkVersion(outcome, mode, { permissive, cliPath });
      if (verdict.kind === 'error') return { kind: 'rejected', error: verdict.error };
      const version = outcome.kind === 'known' ? outcome.version : undefined;
      const own = verdict.kind === 'warning' ? [verdict] : [];
      return { kind: 'accepted', version, warnings: [...several, ...own] };
    },
  });
}

/** More than one CLI is installed: the user may mean another than the one that is taken. */
function severalClis({ found, others }: Discovery): VersionWarning[] {
  if (others.length === 0) return [];
  const list = others.map(({ path }) => path).join(', ');
  const message = `Several different CLIs were found; ${found.path} is used, not ${list}. Name the one you mean with pathToClaudeCodeExecutable.`;
  return [{ code: 'SeveralClis', message }];
}
