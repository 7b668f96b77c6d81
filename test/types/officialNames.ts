// Checked by `npm run typecheck`, not run: a program written with the official SDK's names.

import type * as official from '../../src/index.js';
import type {
  AgentDefinition,
  CanUseTool,
  HookCallback,
  HookEvent,
  HookInputs,
  McpServerConfig,
  ModelInfo,
  Options,
  PermissionMode,
  PermissionResult,
  PermissionUpdate,
  Query,
  SettingSource,
  SlashCommand,
} from '../../src/index.js';
import { AbortError, query } from '../../src/index.js';

type IsAny<Type> = 0 extends 1 & Type ? true : false;
const holds = <Claim extends true>(): Claim | undefined => undefined;
type None<Types extends readonly unknown[]> = {
  [Index in keyof Types]: IsAny<Types[Index]>;
}[number] extends false
  ? true
  : false;

/** What one reads. */
export function textOf(message: official.SDKMessage): string | undefined {
  switch (message.type) {
    case 'assistant': {
      const said: official.SDKAssistantMessage = message;
      return said.message.content.map((block) => (block.type === 'text' ? block.text : '')).join();
    }
    case 'user': {
      const user: official.SDKUserMessage = message;
      return typeof user.message.content === 'string' ? user.message.content : undefined;
    }
    case 'result': {
      const result: official.SDKResultMessage = message;
      const denied: official.SDKPermissionDenial | undefined = result.permission_denials[0];
      const reason: official.TerminalReason | undefined = result.terminal_reason;
      return result.subtype === 'success' ? result.result : `${denied?.tool_name} ${reason}`;
    }
    case 'stream_event': {
      const part: official.SDKPartialAssistantMessage = message;
      return part.event.type;
    }
    case 'system': {
      if (message.subtype === 'compact_boundary') {
        const boundary: official.SDKCompactBoundaryMessage = message;
        return boundary.compact_metadata.trigger;
      }
      if (message.subtype !== 'init') return undefined;
      const init: official.SDKSystemMessage = message;
      return init.cwd;
    }
    default:
      return undefined;
  }
}

/** What one sends. */
export async function* prompts(): AsyncGenerator<official.SDKUserMessage> {
  yield {
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    parent_tool_use_id: null,
    session_id: '',
    priority: 'now',
  };
}
export const stream: Query = query({ prompt: prompts() });

/** Hooks and permissions. */
const protect: HookCallback = async (input): Promise<official.HookJSONOutput> => {
  const { tool_input: given } = input as official.PreToolUseHookInput;
  const decision: official.HookPermissionDecision = given ? 'deny' : 'allow';
  const specific: official.PreToolUseHookSpecificOutput = {
    hookEventName: 'PreToolUse',
    permissionDecision: decision,
  };
  return { hookSpecificOutput: specific };
};
const matchers: official.HookCallbackMatcher[] = [{ matcher: 'Write', hooks: [protect] }];
const hooks: Partial<Record<HookEvent, official.HookCallbackMatcher[]>> = { PreToolUse: matchers };
const canUseTool: CanUseTool = async (): Promise<PermissionResult> => {
  const destination: official.PermissionUpdateDestination = 'session';
  const rules: official.PermissionRuleValue[] = [{ toolName: 'Bash', ruleContent: 'ls' }];
  const behavior: official.PermissionBehavior = 'allow';
  const update: PermissionUpdate = { type: 'addRules', rules, behavior, destination };
  return { behavior: 'allow', updatedInput: {}, updatedPermissions: [update] };
};

/** Options. */
const servers: Record<string, McpServerConfig> = { files: { command: 'files' } };
const agents: Record<string, AgentDefinition> = { a: { description: 'A', prompt: 'You are A.' } };
const mode: PermissionMode = 'plan';
const sources: SettingSource[] = ['project'];
const plugins: official.SdkPluginConfig[] = [{ type: 'local', path: '/home/dev/plugin' }];
const outputFormat: official.JsonSchemaOutputFormat = { type: 'json_schema', schema: {} };
const thinking: official.ThinkingEnabled = { type: 'enabled', budgetTokens: 1024 };
export const options: Options = {
  agents,
  canUseTool,
  hooks,
  mcpServers: servers,
  outputFormat,
  permissionMode: mode,
  plugins,
  settingSources: sources,
  thinking,
};

/** Operations. */
export async function operations(running: Query): Promise<string[]> {
  const receipt: official.SDKControlInterruptResponse | undefined = await running.interrupt();
  const usage: official.SDKControlGetContextUsageResponse = await running.getContextUsage();
  const models: ModelInfo[] = await running.supportedModels();
  const commands: SlashCommand[] = await running.supportedCommands();
  const first: official.SDKContextUsageCategory | undefined = usage.categories[0];
  return [...(receipt?.still_queued ?? []), `${first?.name}`, `${models} ${commands}`];
}

export function isAbort(error: unknown): string | undefined {
  return error instanceof AbortError ? error.code : undefined;
}

// @ts-expect-error the other subtypes have names of their own
export const status: official.SDKSystemMessage = {} as official.SDKStatusMessage;

holds<
  None<
    [
      official.SDKMessage,
      official.SDKUserMessage['message']['content'],
      official.SDKUserMessageReplay,
      official.SDKAssistantMessage['message'],
      official.SDKResultSuccess['usage'],
      official.SDKResultError['errors'],
      official.SDKRateLimitEvent,
      official.SDKMessageOrigin,
      official.SDKStatus,
      official.ApiKeySource,
      official.NonNullableUsage['cache_read_input_tokens'],
      official.AgentMcpServerSpec,
      official.McpServerConfigForProcessTransport,
      official.McpSdkServerConfigWithInstance['instance'],
      official.SandboxNetworkConfig,
      official.SandboxFilesystemConfig,
      official.SandboxCredentialsConfig,
      official.SandboxIgnoreViolations,
      official.SdkBeta,
      official.SessionSummaryEntry,
      official.SessionStoreFlush,
      official.ThinkingAdaptive,
      official.ThinkingDisabled,
      official.ConfigScope,
      official.ExitReason,
      official.PostToolBatchToolCall,
      official.BaseHookInput,
      official.SyncHookJSONOutput,
      official.AsyncHookJSONOutput,
    ]
  >
>();

/** Every event has its input under the official name, and each name is of its event. */
interface NamedInputs {
  ConfigChange: official.ConfigChangeHookInput;
  CwdChanged: official.CwdChangedHookInput;
  DirectoryAdded: official.DirectoryAddedHookInput;
  Elicitation: official.ElicitationHookInput;
  ElicitationResult: official.ElicitationResultHookInput;
  FileChanged: official.FileChangedHookInput;
  InstructionsLoaded: official.InstructionsLoadedHookInput;
  MessageDisplay: official.MessageDisplayHookInput;
  Notification: official.NotificationHookInput;
  PermissionDenied: official.PermissionDeniedHookInput;
  PermissionRequest: official.PermissionRequestHookInput;
  PostCompact: official.PostCompactHookInput;
  PostModelSwitch: official.PostModelSwitchHookInput;
  PostToolBatch: official.PostToolBatchHookInput;
  PostToolUse: official.PostToolUseHookInput;
  PostToolUseFailure: official.PostToolUseFailureHookInput;
  PreCompact: official.PreCompactHookInput;
  PreModelSwitch: official.PreModelSwitchHookInput;
  PreToolUse: official.PreToolUseHookInput;
  SessionEnd: official.SessionEndHookInput;
  SessionStart: official.SessionStartHookInput;
  Setup: official.SetupHookInput;
  Stop: official.StopHookInput;
  StopFailure: official.StopFailureHookInput;
  SubagentStart: official.SubagentStartHookInput;
  SubagentStop: official.SubagentStopHookInput;
  TaskCompleted: official.TaskCompletedHookInput;
  TaskCreated: official.TaskCreatedHookInput;
  TeammateIdle: official.TeammateIdleHookInput;
  UserPromptExpansion: official.UserPromptExpansionHookInput;
  UserPromptSubmit: official.UserPromptSubmitHookInput;
  WorktreeCreate: official.WorktreeCreateHookInput;
  WorktreeRemove: official.WorktreeRemoveHookInput;
}
holds<{ [Event in HookEvent]: NamedInputs[Event] } extends HookInputs ? true : false>();
