import { resolve as resolvePath } from 'node:path';
import type { Actor, AnyActorLogic } from 'xstate';
import type { LaunchMode } from '../codec/buildArgv.js';
import { encodeRequest } from '../codec/control.js';
import type { MessageFrame } from '../codec/frames.js';
import { hookRegistrations } from '../codec/hookRegistrations.js';
import type { MachineTimeouts } from '../defaults.js';
import { activeTraceVariables } from '../ffi/activeTrace.js';
import { readSettingsFile, readUtf8File } from '../ffi/configFiles.js';
import { discoverCli } from '../ffi/discovery/discoverCli.js';
import { checkPrompt, emptyPrompt } from '../options/checks/checkCall.js';
import { readGiven } from '../options/checks/readGiven.js';
import { invalidOption } from '../options/invalidOption.js';
import { chooseMode, resolveLaunch } from '../options/resolveLaunch.js';
import { type ResolvedOptions, resolveOptions } from '../options/resolveOptions.js';
import type { Options } from '../options/types.js';
import { knownSecrets } from '../secrets/KnownSecrets.js';
import { redact } from '../secrets/redact.js';
import { longestTimeout } from '../util/longestTimeout.js';
import { swallowErrors } from '../util/swallowErrors.js';
import { type GatedRun, gateCalls } from './approvals/approvalHook.js';
import { userCallbacks } from './callbacks/userCallbacks.js';
import { interpretedWarning } from './machines.js';
import { McpBridge, serverWarning } from './mcp/McpBridge.js';
import { messageVisibility } from './messages/messageLog.js';
import { WarningRelay } from './messages/WarningRelay.js';
import { knownSessionId, withSessionId } from './newSessionId.js';
import { createObserver } from './observing/createObserver.js';
import { createInspection, type Inspection, inspectVariable } from './observing/inspection.js';
import type { Observer } from './observing/Observer.js';
import { observedCallbacks } from './observing/observedCallbacks.js';
import { runTelemetry, traceVariables } from './observing/telemetry.js';
import { lacksPath, pathMissing, requestsStateEvents } from './planEnvironment.js';
import { choosePort } from './process/choosePort.js';
import { cliLaunch } from './process/cliLaunch.js';
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
  approvals: GatedRun;
  traffic: Traffic;
  /** Messages whose uuid the caller chose. */
  callerUuids: Set<string>;
  /** Messages of a query that only this library gave an id, until they are answered. */
  ownUuids: Set<string>;
  isVisible(frame: MessageFrame): boolean;
  /** The id of the conversation, if it is known before the CLI reports it. */
  sessionId: string | undefined;
  signals: readonly AbortSignal[];
  /** Warns of an empty message; throws if the options are strict. */
  checkContent(content: unknown): void;
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
    const resolved = resolve(given, 'query');
    const mode = chooseMode(resolved.options, prompt);
    const isOneShot = mode === 'oneShot';
    const run = { mode, form, isPatient: !isOneShot, ...(isOneShot && { prompt: String(prompt) }) };
    return plan(resolved, run);
  });
}

/** Plans a session, which gets its messages one by one on stdin. */
export function planSession(given: Options | undefined, form: PlanForm = 'handle'): CliPlan {
  return readGiven(undefined, () =>
    plan(withSessionId(resolve(given, 'session')), { mode: 'session', form }),
  );
}

/**
 * Plans a query that is started before it has a prompt. The handshake has no time limit of its own:
 * the spare's chart has one.
 */
export function planWarmQuery(given: Options | undefined): CliPlan {
  return readGiven(undefined, () => {
    const resolved = resolve(given, 'query');
    if (resolved.options.mode === 'oneShot') {
      throw invalidOption('mode', "is 'oneShot', which cannot start early. Leave it out.");
    }
    const warm = plan(resolved, { mode: 'session', form: 'handle', isPatient: true });
    const { run } = warm.settings;
    const timeouts = { ...run.timeouts, initialize: longestTimeout } as MachineTimeouts;
    return { ...warm, settings: { ...warm.settings, run: { ...run, timeouts } } };
  });
}

function resolve(given: Options | undefined, form: 'query' | 'session'): ResolvedOptions {
  const context = { env: process.env, readFile: readUtf8File, readSettings: readSettingsFile };
  return resolveOptions(given, context, form);
}

interface PlannedRun {
  mode: LaunchMode;
  form: PlanForm;
  /** What a one-shot CLI gets on stdin. */
  prompt?: string;
  /** Without time limits of ours, as in the official SDK. */
  isPatient?: boolean;
}

function plan(
  { options: given, sources, warnings: optionWarnings }: ResolvedOptions,
  { mode, form, prompt, isPatient }: PlannedRun,
): CliPlan {
  const gated = gateCalls(given, knownSessionId(given), () => Object.keys(bridge.handlers));
  const { options } = gated;
  knownSecrets.learn({ ...process.env, ...options.env });
  const resolved = resolveLaunch(options, mode, process.platform);
  const settings = runtimeSettings(options, isPatient);
  const warnings = new WarningRelay();
  for (const warning of [...optionWarnings, ...resolved.warnings]) warnings.warn(warning);
  if (lacksPath(options, process.platform)) warnings.warn(pathMissing);
  const checkContent = (content: unknown) => {
    const warning = emptyPrompt(content, options.strict);
    if (warning) warnings.warn(warning);
  };
  if (prompt !== undefined) checkContent(prompt);
  const { wire, registrations } = hookRegistrations(options.hooks, {
    timeoutMs: settings.hookTimeoutMs,
    onFailure: options.onHookFailure,
  });
  const inspection = createInspection(options.inspect, process.env[inspectVariable], warnings.warn);
  const activeTrace = activeTraceVariables(options.env);
  const traffic = new Traffic();
  const now = () => performance.now();
  const telemetry = runTelemetry(options, { mode, prompt });
  const observer = createObserver(options, {
    ...{ traffic, mode, now, telemetry },
    inspectionSink: inspection?.sink,
  });
  const bridge = new McpBridge(options.mcpServers, {
    onProblem: (problem) => warnings.warn(serverWarning(problem)),
  });
  const stderr = new StderrLines({
    callback: options.stderr,
    linesPerSecond: options.limits?.stderrLinesPerSecond,
    warn: warnings.warn,
    now,
  });
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
  const ownUuids = new Set<string>();
  const states = requestsStateEvents(options);
  const isVisible = messageVisibility({ states, callerUuids, ownUuids });
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
    // Elsewhere it may be another folder.
    cwd: options.spawnClaudeCodeProcess ? options.cwd : options.cwd && resolvePath(options.cwd),
    env: options.env,
    envMode: options.envMode,
    // It holds the inspector page's token, which programs run by the CLI must not see.
    removeVariables: [inspectVariable],
    set: resolved.env,
    setAtStart: telemetry ? () => traceVariables(telemetry, options.env) : () => activeTrace,
    ...choosePort(options, warnings.warn),
    leftovers: options.leftovers,
    hasHooks: registrations.length > 0,
    skipVersionCheck: options.skipVersionCheck,
    permissiveVersionCheck: options.permissiveVersionCheck,
    isVisible,
    sessionId: knownSessionId(options),
    isAborted: () => signals.some(({ aborted }) => aborted),
    beforeStart(owner) {
      const warning = interpretedWarning((owner as unknown as Actor<AnyActorLogic>).logic);
      if (warning) warnings.warn(warning);
      inspection?.setOwner(owner);
      gated.setOwner(owner);
      if (form === 'actor') {
        wireStandaloneActor(owner, { bridge, warnings, signals, observer, approvals: gated });
      }
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
    watcher: gated.watcher,
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
    approvals: gated,
    traffic,
    callerUuids,
    ownUuids,
    isVisible,
    sessionId: knownSessionId(options),
    signals,
    checkContent,
  };
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

function actorSettings({ clock, inspect, label }: Options, inspection?: Inspection): ActorSettings {
  const observe = observersOf(inspect, inspection);
  return {
    ...(label !== undefined && { id: redact(label) }),
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
