import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { Controls } from '../src/Controls.js';
import { isOtherEvent } from '../src/codec/checkHookOutput.js';
import type { HookEvent, HookSpecificOutputs } from '../src/codec/hooks.js';
import type { ToCliSubtype } from '../src/codec/requestsToCli.js';
import type { SystemMessage } from '../src/codec/systemMessages.js';
import type { WireMessage } from '../src/codec/wireMessages.js';
import { type OperationName, operationSubtypes } from '../src/options/operationNames.js';
import { Query } from '../src/Query.js';
import { Session } from '../src/Session.js';

// One row for every part of the protocol. A new control request, hook event or message type does not
// compile until it has a row, and the row fails until the other places have it, too.

const src = fileURLToPath(new URL('../src/', import.meta.url));
const read = (path: string) => readFileSync(src + path, 'utf8');
const simulatedCli = readdirSync(`${src}testing/cli`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => read(`testing/cli/${path}`))
  .join('\n');

/** Whether the simulated CLI names it, as a string or as a key, and does not say that it lacks it. */
function isSimulated(name: string): boolean {
  return new RegExp(`'${name}'|^  ${name}(,|:(?! (false|'notSimulated'),))`, 'm').test(
    simulatedCli,
  );
}

interface Row {
  /** Whether the simulated CLI of `claude-actors/testing` has it. */
  simulated: boolean;
}

const yes: Row = { simulated: true };
const no: Row = { simulated: false };

describe('a control request to the CLI', () => {
  /** The method that sends it; null for those that users do not send by a method. */
  const rows: Record<ToCliSubtype, Row & { method: OperationName | null }> = {
    initialize: { ...yes, method: null },
    interrupt: { ...yes, method: 'interrupt' },
    set_permission_mode: { ...yes, method: 'setPermissionMode' },
    set_model: { ...yes, method: 'setModel' },
    set_max_thinking_tokens: { ...yes, method: 'setMaxThinkingTokens' },
    rewind_files: { ...yes, method: 'rewindFiles' },
    mcp_status: { ...yes, method: 'mcpServerStatus' },
    mcp_reconnect: { ...yes, method: 'reconnectMcpServer' },
    mcp_toggle: { ...yes, method: 'toggleMcpServer' },
    mcp_set_servers: { ...yes, method: 'setMcpServers' },
    claim_session: { ...yes, method: null },
    stop_task: { ...yes, method: 'stopTask' },
    get_context_usage: { ...yes, method: 'getContextUsage' },
    get_usage: {
      ...no,
      method: 'usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET',
    },
    generate_session_title: { ...no, method: 'generateSessionTitle' },
    rename_session: { ...no, method: 'renameSession' },
    remote_control: { ...no, method: 'enableRemoteControl' },
    mcp_authenticate: { ...no, method: 'mcpAuthenticate' },
    apply_flag_settings: { ...yes, method: 'applyFlagSettings' },
    update_settings: { ...no, method: 'updateSettings' },
    set_mcp_permission_mode_override: { ...no, method: 'setMcpPermissionModeOverride' },
    mcp_read_resource: { ...no, method: 'readMcpResource' },
    mcp_message: { ...yes, method: null },
    read_file: { ...no, method: 'readFile' },
    reload_plugins: { ...yes, method: 'reloadPlugins' },
    reload_skills: { ...no, method: 'reloadSkills' },
    reload_output_styles: { ...no, method: 'reloadOutputStyles' },
    seed_read_state: { ...no, method: 'seedReadState' },
    background_tasks: { ...no, method: 'backgroundTasks' },
  };
  /** Methods that send no request of their own. A method that is in neither list does not compile. */
  const others: Record<Exclude<keyof Controls, OperationName>, true> = {
    request: true,
    initialization: true,
    reinitialize: true,
    supportedCommands: true,
    supportedModels: true,
    supportedAgents: true,
    accountInfo: true,
    // Requests that no type of the official SDK lists.
    askSideQuestion: true,
    cancelAsyncMessage: true,
    getSettings: true,
  };

  it('has a method, and a name for `timeouts.control`', () => {
    const methods = Object.entries(rows).flatMap(([subtype, { method }]) =>
      method ? [[method, subtype]] : [],
    );
    expect(Object.fromEntries(methods)).toEqual(operationSubtypes);
    for (const name of [...Object.keys(operationSubtypes), ...Object.keys(others)]) {
      expect([name, name in Session.prototype, name in Query.prototype]).toEqual([
        name,
        true,
        true,
      ]);
    }
  });

  it.each(Object.entries(rows))('%s is simulated, or said not to be', (name, { simulated }) => {
    expect(isSimulated(name)).toBe(simulated);
  });
});

describe('a hook event', () => {
  const rows: {
    [E in HookEvent]: Row & { specificOutput: E extends keyof HookSpecificOutputs ? true : false };
  } = {
    PreToolUse: { ...yes, specificOutput: true },
    PostToolUse: { ...yes, specificOutput: true },
    PostToolUseFailure: { ...yes, specificOutput: true },
    PostToolBatch: { ...yes, specificOutput: true },
    Notification: { ...yes, specificOutput: true },
    UserPromptSubmit: { ...yes, specificOutput: true },
    UserPromptExpansion: { ...yes, specificOutput: true },
    SessionStart: { ...yes, specificOutput: true },
    SessionEnd: { ...yes, specificOutput: false },
    Stop: { ...yes, specificOutput: true },
    StopFailure: { ...yes, specificOutput: false },
    SubagentStart: { ...yes, specificOutput: true },
    SubagentStop: { ...yes, specificOutput: true },
    PreCompact: { ...yes, specificOutput: false },
    PostCompact: { ...yes, specificOutput: false },
    PreModelSwitch: { ...yes, specificOutput: true },
    PostModelSwitch: { ...yes, specificOutput: true },
    PermissionRequest: { ...yes, specificOutput: true },
    PermissionDenied: { ...yes, specificOutput: true },
    Setup: { ...no, specificOutput: true },
    TeammateIdle: { ...no, specificOutput: false },
    TaskCreated: { ...yes, specificOutput: false },
    TaskCompleted: { ...yes, specificOutput: false },
    Elicitation: { ...yes, specificOutput: true },
    ElicitationResult: { ...yes, specificOutput: true },
    ConfigChange: { ...yes, specificOutput: false },
    WorktreeCreate: { ...yes, specificOutput: true },
    WorktreeRemove: { ...yes, specificOutput: false },
    InstructionsLoaded: { ...yes, specificOutput: false },
    CwdChanged: { ...yes, specificOutput: true },
    FileChanged: { ...yes, specificOutput: true },
    DirectoryAdded: { ...yes, specificOutput: false },
    MessageDisplay: { ...yes, specificOutput: true },
  };
  const official = read('official/hookNames.ts');

  it.each(Object.entries(rows))('%s is in every table', (name, { simulated, specificOutput }) => {
    const answer = { hookSpecificOutput: { hookEventName: name } };
    expect({
      simulated: isSimulated(name),
      checked: isOtherEvent('another', answer),
      input: official.includes(`type ${name}HookInput =`),
      output: official.includes(`type ${name}HookSpecificOutput =`),
    }).toEqual({ simulated, checked: specificOutput, input: true, output: specificOutput });
  });
});

describe('a message', () => {
  /** Its official name; null if the official SDK has none. */
  type Rows<Name extends string> = Record<Name, Row & { official: string | null }>;

  const types: Rows<WireMessage['type']> = {
    assistant: { ...yes, official: 'SDKAssistantMessage' },
    user: { ...yes, official: 'SDKUserMessage' },
    result: { ...yes, official: 'SDKResultMessage' },
    system: { ...yes, official: 'SDKSystemMessage' },
    stream_event: { ...yes, official: 'SDKPartialAssistantMessage' },
    command_lifecycle: { ...yes, official: null },
    tool_progress: { ...no, official: 'SDKToolProgressMessage' },
    rate_limit_event: { ...no, official: 'SDKRateLimitEvent' },
    prompt_suggestion: { ...no, official: 'SDKPromptSuggestionMessage' },
    auth_status: { ...no, official: 'SDKAuthStatusMessage' },
    tool_use_summary: { ...no, official: 'SDKToolUseSummaryMessage' },
    keep_alive: { ...no, official: null },
    streamlined_text: { ...no, official: null },
    transcript_mirror: { ...yes, official: null },
    conversation_reset: { ...yes, official: 'SDKConversationResetMessage' },
    active_goal: { ...no, official: 'SDKActiveGoalMessage' },
  };
  const subtypes: Rows<SystemMessage['subtype']> = {
    init: { ...yes, official: 'SDKSystemMessage' },
    status: { ...yes, official: 'SDKStatusMessage' },
    session_state_changed: { ...yes, official: 'SDKSessionStateChangedMessage' },
    task_started: { ...yes, official: 'SDKTaskStartedMessage' },
    task_progress: { ...yes, official: 'SDKTaskProgressMessage' },
    task_updated: { ...yes, official: 'SDKTaskUpdatedMessage' },
    task_notification: { ...yes, official: 'SDKTaskNotificationMessage' },
    background_tasks_changed: { ...yes, official: 'SDKBackgroundTasksChangedMessage' },
    informational: { ...yes, official: 'SDKInformationalMessage' },
    api_retry: { ...yes, official: 'SDKAPIRetryMessage' },
    compact_boundary: { ...yes, official: 'SDKCompactBoundaryMessage' },
    hook_started: { ...no, official: 'SDKHookStartedMessage' },
    hook_progress: { ...no, official: 'SDKHookProgressMessage' },
    hook_response: { ...no, official: 'SDKHookResponseMessage' },
    permission_denied: { ...yes, official: 'SDKPermissionDeniedMessage' },
    notification: { ...yes, official: 'SDKNotificationMessage' },
    files_persisted: { ...no, official: 'SDKFilesPersistedEvent' },
    local_command_output: { ...no, official: 'SDKLocalCommandOutputMessage' },
    thinking_tokens: { ...yes, official: 'SDKThinkingTokensMessage' },
    worker_shutting_down: { ...no, official: 'SDKWorkerShuttingDownMessage' },
    control_request_progress: { ...no, official: 'SDKControlRequestProgressMessage' },
    model_refusal_fallback: { ...no, official: 'SDKModelRefusalFallbackMessage' },
    model_refusal_no_fallback: { ...no, official: 'SDKModelRefusalNoFallbackMessage' },
    plugin_install: { ...no, official: 'SDKPluginInstallMessage' },
    commands_changed: { ...yes, official: 'SDKCommandsChangedMessage' },
    memory_recall: { ...no, official: 'SDKMemoryRecallMessage' },
    elicitation_complete: { ...no, official: 'SDKElicitationCompleteMessage' },
    mirror_error: { ...no, official: 'SDKMirrorErrorMessage' },
    session_writes_lost: { ...no, official: 'SDKSessionWritesLostMessage' },
  };
  const names = read('official/messageNames.ts');

  it.each([...Object.entries(types), ...Object.entries(subtypes)])(
    '%s is in every table',
    (name, { simulated, official }) => {
      expect(isSimulated(name)).toBe(simulated);
      if (official) expect(names).toMatch(new RegExp(`(as|type) ${official}\\b`));
    },
  );
});
