import { resolve as resolvePath } from 'node:path';
import type { Actor, AnyActorLogic } from 'xstate';
import type { LaunchMode } from '../codec/buildArgv.js';
import { encodeRequest } from '../codec/control.js';
import type { MessageFrame } from '../codec/frames.js';
import { hookRegistrations } from '../codec/hookRegistrations.js';
import { textOf } from '../codec/jsonObject.js';
import { readSettingsFile, readUtf8File } from '../ffi/configFiles.js';
import { discoverCli } from '../ffi/discovery/discoverCli.js';
import type { Port } from '../ffi/process/port.js';
import { spawnPort } from '../ffi/process/spawnPort.js';
import { checkPrompt } from '../options/checks/checkCall.js';
import { readGiven } from '../options/checks/readGiven.js';
import { chooseMode } from '../options/chooseMode.js';
import { resolveLaunch } from '../options/resolveLaunch.js';
import { resolveOptions } from '../options/resolveOptions.js';
import type { Options } from '../options/types.js';
import { knownSecrets } from '../secrets/KnownSecrets.js';
import { swallowErrors } from '../util/swallowErrors.js';
import { userCallbacks } from './callbacks/userCallbacks.js';
import { interpretedWarning } from './machines.js';
import { McpBridge, type McpProblem } from './mcp/McpBridge.js';
import { messageVisibility } from './messages/messageLog.js';
import { WarningRelay } from './messages/WarningRelay.js';
import { createObserver } from './observing/createObserver.js';
import { createInspection, type Inspection, inspectVariable } from './observing/inspection.js';
import type { Observer } from './observing/Observer.js';
import { observedCallbacks } from './observing/observedCallbacks.js';
import { runTelemetry, traceVariables } from './observing/telemetry.js';
import { cliLaunch } from './process/cliLaunch.js';
import { customPort } from './process/customPort.js';
import type { Launch } from './process/Launch.js';
import { StderrLines } from './process/StderrLines.js';
import { Traffic } from './process/Traffic.js';
import type { ActorSettings } from './runtimeSettings.js';
import { type RuntimeSettings, runtimeSettings } from './runtimeSettings.js';
import { wireStandaloneActor } from './standaloneActor.js';
import { StoredSession } from './store/StoredSession.js';

/** What a call's options amount to: what to start, who answers the CLI, and the settings. */
export interface CliPlan {
  mode: LaunchMode;
  /** Merged with the options from the environment and the config file. */
  options: Options;
  launch: Launch;
  /** The `initialize` request, as JSON. */
  initialize: string;
  settings: RuntimeSettings;
  actor: ActorSettings;
  warnings: WarningRelay;
  /** Undefined if nobody observes the run. */
  observer: Observer | undefined;
  bridge: McpBridge;
  traffic: Traffic;
  /** Messages whose uuid the caller chose. */
  callerUuids: Set<string>;
  isVisible(frame: MessageFrame): boolean;
  signals: readonly AbortSignal[];
}

/** Who owns the run: a handle (`Query`, `Session`), or the actor alone. */
export type PlanForm = 'handle' | 'actor';

export type Prompt = string | AsyncIterable<unknown>;

/** Plans a query: chooses the mode. A one-shot CLI gets its prompt on stdin, which is then closed. */
export function planQuery(
  prompt: Prompt,
  given: Options | undefined,
  form: PlanForm = 'handle',
): CliPlan {
  return readGiven(undefined, () => {
    checkPrompt(prompt);
    const resolved = resolve(given);
    const mode = chooseMode(resolved.options, prompt, process.platform);
    return plan(resolved, mode, form, mode === 'oneShot' ? (prompt as string) : undefined);
  });
}

/** Plans a session, which gets its messages one by one on stdin. */
export function planSession(given: Options | undefined, form: PlanForm = 'handle'): CliPlan {
  return readGiven(undefined, () => plan(resolve(given), 'session', form));
}

function resolve(given: Options | undefined): ReturnType<typeof resolveOptions> {
  return resolveOptions(given, {
    env: process.env,
    readFile: readUtf8File,
    readSettings: readSettingsFile,
  });
}

function plan(
  { options, sources, warnings: optionWarnings }: ReturnType<typeof resolveOptions>,
  mode: LaunchMode,
  form: PlanForm,
  prompt?: string,
): CliPlan {
  knownSecrets.learn({ ...process.env, ...options.env });
  const resolved = resolveLaunch(options, mode, process.platform);
  const settings = runtimeSettings(options);
  const warnings = new WarningRelay();
  for (const warning of [...optionWarnings, ...resolved.warnings]) warnings.warn(warning);
  const { wire, registrations } = hookRegistrations(options.hooks, settings.hookTimeoutMs);
  const inspection = createInspection(options.inspect, process.env[inspectVariable], warnings.warn);
  const traffic = new Traffic();
  const now = () => performance.now();
  const telemetry = runTelemetry(options, { mode, prompt });
  const observer = createObserver(options, { traffic, mode, now, telemetry });
  const bridge = new McpBridge(options.mcpServers, {
    onProblem: (problem) => warnings.warn(serverWarning(problem)),
  });
  const stderr = new StderrLines({ callback: options.stderr, warn: warnings.warn, now });
  const callbacks = userCallbacks({
    hooks: registrations.flatMap((one) => {
      const run = options.hooks?.[one.event]?.[one.group]?.hooks[one.index];
      return run ? [{ ...one, run }] : [];
    }),
    canUseTool: options.canUseTool,
    onElicitation: options.onElicitation,
    onUserDialog: options.onUserDialog,
    mcpServers: bridge.handlers,
    permissionTimeoutMs: settings.permissionTimeoutMs,
    mcpTimeoutMs: settings.mcpTimeoutMs,
  });
  const callerUuids = new Set<string>();
  const isVisible = messageVisibility({ states: requestsStateEvents(options), callerUuids });
  const signals = [options.abortController?.signal, options.signal].filter(
    (signal) => signal !== undefined,
  );
  const launch = cliLaunch({
    mode: mode === 'oneShot' ? 'query' : mode,
    args: resolved.argv,
    input: prompt,
    stored: storedSession(options, mode, warnings),
    // Discovery reads the variable itself, and names it in its trace.
    ...(sources.pathToClaudeCodeExecutable !== 'environment' && {
      cliPath: options.pathToClaudeCodeExecutable,
    }),
    executable: options.executable,
    executableArgs: options.executableArgs,
    cwd: options.cwd && resolvePath(options.cwd),
    // The variable holds the inspector page's token, which programs run by the CLI must not see.
    // `env` is often a copy of this process's environment, so remove it there too.
    env: { ...options.env, [inspectVariable]: undefined },
    envMode: options.envMode,
    set: resolved.env,
    setAtStart: telemetry && (() => traceVariables(telemetry, options.env)),
    ...portOf(options, warnings.warn),
    leftovers: options.leftovers,
    skipVersionCheck: options.skipVersionCheck,
    permissiveVersionCheck: options.permissiveVersionCheck,
    isVisible,
    isAborted: () => signals.some(({ aborted }) => aborted),
    beforeStart(owner) {
      const warning = interpretedWarning((owner as unknown as Actor<AnyActorLogic>).logic);
      if (warning) warnings.warn(warning);
      inspection?.setOwner(owner);
      if (form === 'actor') wireStandaloneActor(owner, { bridge, warnings, signals, observer });
    },
    tap: inspection?.inspectPort,
    warn: warnings.warn,
    lineBytes: settings.lineBytes,
    stderrBytes: settings.stderrBytes,
    discover: observer?.observeDiscovery(discoverCli),
    onVersion: observer?.version,
    meter: {
      traffic,
      now: Date.now,
      onSpawned: observer?.spawned,
      onWrite: telemetry?.wantsLines ? observer?.wrote : undefined,
      onStderr: (bytes) => stderr.push(bytes),
      onReleased: () => stderr.end(),
    },
    callbacks: observer ? observedCallbacks(callbacks, observer) : callbacks,
  });
  return {
    mode,
    options,
    launch,
    initialize: encodeRequest('initialize', { ...resolved.initialize, hooks: wire }),
    settings,
    actor: actorSettings(options, inspection),
    warnings,
    observer,
    bridge,
    traffic,
    callerUuids,
    isVisible,
    signals,
  };
}

/** Chooses the port. A custom port knows where its CLI is: no discovery, no version check. */
function portOf(
  { port, spawnClaudeCodeProcess, guard }: Options,
  warn: WarningRelay['warn'],
): { port: Port; isCustomPort: boolean } {
  if (port) return { port: port as Port, isCustomPort: (port as Port).plain !== true };
  if (spawnClaudeCodeProcess)
    return { port: customPort(spawnClaudeCodeProcess), isCustomPort: true };
  const onUnguarded = (reason: string) => warn(guardUnavailable(reason));
  return { port: spawnPort({ guard, onUnguarded }), isCustomPort: false };
}

function guardUnavailable(reason: string) {
  const message = `The guard could not be started: ${reason}. If this program is killed with SIGKILL, Claude Code and its tools keep running. Install a shell as /bin/sh, or set \`guard: false\` if you accept that.`;
  return { code: 'GuardUnavailable', message, context: { reason } };
}

function storedSession(
  options: Options,
  mode: LaunchMode,
  { warn }: WarningRelay,
): StoredSession | undefined {
  const { sessionStore: store, sessionStoreFlush: flush, loadTimeoutMs, clock, guard } = options;
  if (!store) return undefined;
  const resume = options.resume || options.continue || undefined;
  const resumeArgs = (id: string) =>
    resolveLaunch({ ...options, resume: id, continue: false }, mode, process.platform).argv;
  return new StoredSession({ store, flush, resume, resumeArgs, loadTimeoutMs, clock, guard, warn });
}

function actorSettings({ clock, inspect }: Options, inspection?: Inspection): ActorSettings {
  const observe = observersOf(inspect, inspection);
  return {
    ...(clock && { clock: clock as ActorSettings['clock'] }),
    ...(observe && { inspect: observe }),
  };
}

function observersOf(
  inspect: Options['inspect'],
  inspection?: Inspection,
): ActorSettings['inspect'] {
  // A page, which has `take`, gets its signals from `inspection` instead.
  const isObserver = typeof inspect === 'object' && !('take' in inspect);
  const userInspect =
    typeof inspect === 'function' ? inspect : isObserver ? inspect.next?.bind(inspect) : undefined;
  if (!inspection || !userInspect) return inspection?.observe ?? userInspect;
  const notifyUser = swallowErrors(userInspect);
  return (event) => {
    notifyUser(event);
    inspection.observe(event);
  };
}

const stateVariable = 'CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS';

function requestsStateEvents({ env, envMode }: Options): boolean {
  const inherited = envMode === 'replace' ? undefined : process.env[stateVariable];
  const value = env && stateVariable in env ? env[stateVariable] : inherited;
  return value !== undefined && !['', '0', 'false'].includes(value);
}

function serverWarning({ serverName, toolName, error }: McpProblem) {
  const why = error instanceof Error ? error.message : textOf(error);
  const what = toolName === undefined ? 'reported a problem' : `has a tool that threw, ${toolName}`;
  const message = `The in-process MCP server \`${serverName}\` ${what}: ${why}`;
  return { code: 'McpServerProblem', message, context: { serverName, toolName, error } };
}
