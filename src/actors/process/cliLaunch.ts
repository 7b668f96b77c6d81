import type { ClaudeActorsError } from '../../errors.js';
import { commandElsewhere, commandFor } from '../../ffi/discovery/cliCommand.js';
import { type Discovery, discoverCli } from '../../ffi/discovery/discoverCli.js';
import { withTrace } from '../../ffi/discovery/discoveryTrace.js';
import { buildEnvironment } from '../../ffi/environment/environment.js';
import type { Command, Port } from '../../ffi/process/port.js';
import { spawnPort } from '../../ffi/process/spawnPort.js';
import { readInstalledVersion } from '../../ffi/version/installedVersion.js';
import { probeVersion, type VersionOutcome } from '../../ffi/version/probeVersion.js';
import { checkVersion, detectVersion, runsToolsOnEof } from '../../ffi/version/version.js';
import type { VersionWarning } from '../../machines/versionChart.js';
import type { CallbackHost } from '../callbacks/callbackHost.js';
import type { ResumedStart, StoredSession } from '../store/StoredSession.js';
import { Launch, type LaunchPlan, type VersionVerdict } from './Launch.js';
import { type Meter, meteredPort, preparedPort } from './portWrappers.js';

export interface CliLaunchOptions {
  mode: 'query' | 'session';
  args: readonly string[];
  /** The prompt of a one-shot query. */
  input?: string;
  stored?: StoredSession;
  callbacks: CallbackHost;
  cliPath?: string;
  executable?: string;
  executableArgs?: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string | undefined>>;
  envMode?: 'overlay' | 'replace';
  /** Variables that the CLI must not see, whoever set them. */
  removeVariables?: readonly string[];
  /** Environment variables that the options ask for. */
  set?: Readonly<Record<string, string>>;
  /** More variables, which are known only when the run starts. */
  setAtStart?(): Readonly<Record<string, string | undefined>>;
  port?: Port;
  /** A custom port knows where its CLI is: skip discovery and the version check. */
  isCustomPort?: boolean;
  guard?: boolean;
  leftovers?: Command['leftovers'];
  /** Whether the CLI will ask hooks of ours. */
  hasHooks?: boolean;
  meter?: Meter;
  warn?: LaunchPlan['warn'];
  /** Replaces `discoverCli`, so that an observer can watch it. */
  discover?: typeof discoverCli;
  onVersion?(version: string): void;
  skipVersionCheck?: boolean;
  permissiveVersionCheck?: boolean;
  lineBytes?: number;
  stderrBytes?: number;
  isVisible?: LaunchPlan['isVisible'];
  sessionId?: LaunchPlan['sessionId'];
  watcher?: LaunchPlan['watcher'];
  isAborted?: LaunchPlan['isAborted'];
  beforeStart?: LaunchPlan['beforeStart'];
  /** Wraps the port that starts the CLI, but not the one that checks its version. */
  tap?(port: Port): Port;
}

/** Makes the CLI report when a run is over. */
const sessionVariables = { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' };

/** Launches the real CLI: finds it, checks its version and builds its command. */
export function cliLaunch(options: CliLaunchOptions): Launch {
  const { mode, cwd, callbacks, lineBytes, stderrBytes, guard, isVisible, beforeStart, stored } =
    options;
  const env = (resumed?: ResumedStart) =>
    buildEnvironment({
      env: options.env && { ...options.env, ...resumed?.env },
      mode: options.envMode,
      set: {
        ...(mode === 'session' && sessionVariables),
        ...options.set,
        ...options.setAtStart?.(),
        ...resumed?.env,
      },
      remove: options.removeVariables,
    });
  let discovery: Discovery | undefined;
  let version: string | undefined;
  const discover = () => {
    discovery ??= (options.discover ?? discoverCli)(options.cliPath);
    return discovery;
  };
  const locate = () => discover().found;
  const program = () =>
    options.isCustomPort
      ? commandElsewhere(options.cliPath ?? 'claude', options)
      : commandFor(locate().path, options);
  const port = options.port ?? spawnPort({ guard });
  const command = (resumed?: ResumedStart): Command => {
    const { file, prefixArgs } = program();
    const args = [...prefixArgs, ...(resumed?.args ?? options.args)];
    const { leftovers, hasHooks } = options;
    const more = {
      ...(leftovers && { leftovers }),
      ...(hasHooks && runsToolsOnEof(version) && { holdStdin: true as const }),
    };
    return { file, args, cwd, env: env(resumed), stdin: 'pipe', ...more };
  };
  const metered = options.meter ? meteredPort(port, options.meter) : port;
  const tapped = options.tap?.(metered) ?? metered;
  const explain = (error: ClaudeActorsError) =>
    discovery && error.details.stage !== 'resume' ? withTrace(error, discovery.trace) : error;
  return new Launch({
    port: stored
      ? preparedPort(tapped, async (...start) => command(await stored.open(...start)))
      : tapped,
    traffic: options.meter?.traffic,
    warn: options.warn,
    callbacks,
    input: options.input,
    lineBytes,
    stderrBytes,
    isVisible,
    sessionId: options.sessionId,
    watcher: options.watcher,
    beforeStart,
    isAborted: options.isAborted,
    command: () => command(),
    ...(stored && { mirror: stored, finish: () => stored.finish() }),
    explain,
    cliVersion: () => version,
    checkVersion(signal) {
      if (options.isCustomPort && !port.answersVersion) return { kind: 'accepted' };
      const several = () => (options.isCustomPort ? [] : severalClis(discover(), version));
      if (options.skipVersionCheck) return { kind: 'accepted', warnings: several() };
      const judge = (outcome: VersionOutcome): VersionVerdict => {
        const permissive = options.permissiveVersionCheck;
        const cliPath = options.isCustomPort ? undefined : locate().path;
        const verdict = checkVersion(outcome, mode, { permissive, cliPath });
        if (verdict.kind === 'error') return { kind: 'rejected', error: explain(verdict.error) };
        version = outcome.kind === 'known' ? outcome.version : undefined;
        if (version !== undefined) options.onVersion?.(version);
        const versionWarnings = verdict.kind === 'warning' ? [verdict] : [];
        return { kind: 'accepted', version, warnings: [...several(), ...versionWarnings] };
      };
      // The environment is built only if a process has to be run.
      const probe = {
        port,
        signal,
        get env() {
          return env();
        },
      };
      const outcome = options.isCustomPort
        ? probeVersion(program(), probe)
        : detectVersion(locate().realPath, program(), probe);
      if (!(outcome instanceof Promise)) return judge(outcome);
      const failed = (error: unknown): VersionOutcome => ({
        kind: 'failed',
        reason: String(error),
      });
      return outcome.catch(failed).then(judge);
    },
  });
}

/** Warns if several CLIs are installed: the user may have meant another one. */
function severalClis({ found, others }: Discovery, usedVersion?: string): VersionWarning[] {
  if (others.length === 0) return [];
  const [used, ...unused] = [found, ...others].map(({ path, realPath }, index) => {
    // The others are not run, only to be listed.
    const installed = readInstalledVersion(realPath)?.version;
    return { path, version: (index === 0 ? usedVersion : undefined) ?? installed };
  });
  const list = unused.map(describeCli).join(', ');
  const message = `Several installations of Claude Code were found. ${describeCli(used)} is used, not ${list}. Choose one with \`pathToClaudeCodeExecutable\`.`;
  return [{ code: 'SeveralClis', message, context: { used, unused } }];
}

function describeCli(cli: { path: string; version: string | undefined } | undefined): string {
  return `${cli?.path} (${cli?.version ?? 'unknown version'})`;
}
