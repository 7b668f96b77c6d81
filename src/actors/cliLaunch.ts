import { commandFor } from '../ffi/discovery/commandLine.js';
import { discoverCli } from '../ffi/discovery/discovery.js';
import { buildEnvironment } from '../ffi/environment/environment.js';
import type { Port } from '../ffi/process/Port.js';
import { spawnPort } from '../ffi/process/spawnPort.js';
import { checkVersion, detectVersion } from '../ffi/version/version.js';
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
  let located: ReturnType<typeof discoverCli>['found'] | undefined;
  const locate = () => {
    located ??= discoverCli(options.cliPath).found;
    return located;
  };
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
    async checkVersion(signal): Promise<VersionVerdict> {
      if (options.skipVersionCheck) return { kind: 'accepted' };
      const { realPath, path: cliPath } = locate();
      const outcome = await detectVersion(realPath, start(), { port, signal, env: env() });
      const permissive = options.permissiveVersionCheck;
      const verdict = checkVersion(outcome, mode, { permissive, cliPath });
      if (verdict.kind === 'error') return { kind: 'rejected', error: verdict.error };
      const version = outcome.kind === 'known' ? outcome.version : undefined;
      if (verdict.kind === 'ok') return { kind: 'accepted', version };
      const { code, message } = verdict;
      return { kind: 'accepted', version, warning: { code, message } };
    },
  });
}
