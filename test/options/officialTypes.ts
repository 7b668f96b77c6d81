// Checked by `npm run typecheck`, not run: what the official SDK's options take is taken here too.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { block, type HookInputs, proceed } from '../../src/codec/hooks.js';
import type { OptionName, Options } from '../../src/options/types.js';

type Names<Type extends string = string> = Type[];
type Data = Record<string, unknown>;
type Mode = 'default' | 'acceptEdits' | 'bypassPermissions' | 'plan' | 'dontAsk' | 'auto';
type Asked = { signal: AbortSignal; requestId: string };
type Key = { projectKey: string; sessionId: string; subpath?: string };
type Entry = { type: string; uuid?: string; timestamp?: string; [field: string]: unknown };
type ToolPolicy = {
  name: string;
  permission_policy?: 'always_allow' | 'always_ask' | 'always_deny';
};
type Common = { timeout?: number; alwaysLoad?: boolean };
type ProcessServer =
  | (Common & { type?: 'stdio'; command: string; args?: Names; env?: Record<string, string> })
  | (Common & {
      type: 'sse' | 'http';
      url: string;
      headers?: Record<string, string>;
      tools?: ToolPolicy[];
    });

/** The types of `Options` in the official TypeScript SDK, 0.3.325, by name. */
export interface Official {
  abortController: AbortController;
  additionalDirectories: Names;
  agent: string;
  agentProgressSummaries: boolean;
  agents: Record<
    string,
    {
      description: string;
      prompt: string;
      tools?: Names;
      disallowedTools?: Names;
      model?: string;
      mcpServers?: (string | Record<string, ProcessServer | { type: 'sdk'; name: string }>)[];
      skills?: Names;
      initialPrompt?: string;
      maxTurns?: number;
      autoCompactWindow?: number;
      background?: boolean;
      omitClaudeMd?: boolean;
      memory?: 'user' | 'project' | 'local';
      effort?: ('low' | 'medium' | 'high' | 'xhigh' | 'max') | number;
      permissionMode?: Mode;
      observer?: string;
      observerMessage?: string;
      criticalSystemReminder_EXPERIMENTAL?: string;
    }
  >;
  allowDangerouslySkipPermissions: boolean;
  allowedTools: Names;
  betas: 'context-1m-2025-08-07'[];
  canUseTool: (
    toolName: string,
    input: Data,
    options: { signal: AbortSignal; toolUseID: string; agentID?: string; requestId: string },
  ) => Promise<
    | { behavior: 'allow'; updatedInput?: Data; toolUseID?: string }
    | { behavior: 'deny'; message: string; interrupt?: boolean; toolUseID?: string }
    | null
  >;
  continue: boolean;
  cwd: string;
  debug: boolean;
  debugFile: string;
  disallowedTools: Names;
  effort: 'low' | 'medium' | 'high' | 'xhigh' | 'max';
  enableFileCheckpointing: boolean;
  env: { [variable: string]: string | undefined };
  executable: 'bun' | 'deno' | 'node';
  executableArgs: Names;
  extraArgs: Record<string, string | null>;
  fallbackModel: string;
  forkSession: boolean;
  forwardSubagentText: boolean;
  hooks: Partial<
    Record<
      'PreToolUse' | 'Stop' | 'MessageDisplay',
      {
        matcher?: string;
        hooks: ((
          input: { hook_event_name: string; session_id: string; cwd: string },
          toolUseID: string | undefined,
          options: { signal: AbortSignal },
        ) => Promise<{ continue?: boolean; decision?: 'approve' | 'block'; reason?: string }>)[];
        timeout?: number;
        onFailure?: 'continue' | 'block';
      }[]
    >
  >;
  includeHookEvents: boolean;
  includePartialMessages: boolean;
  loadTimeoutMs: number;
  managedSettings: { permissions?: { deny?: Names } };
  maxBudgetUsd: number;
  maxThinkingTokens: number;
  maxTurns: number;
  mcpServers: Record<
    string,
    | ProcessServer
    | {
        type: 'sdk';
        name: string;
        timeout?: number;
        tools?: ToolPolicy[];
        instance: { connect(transport: object): Promise<void>; close(): Promise<void> };
      }
  >;
  model: string;
  onElicitation: (
    request: { serverName: string; message: string; mode?: 'form' | 'url'; requestedSchema?: Data },
    options: Asked,
  ) => Promise<{
    action: 'accept' | 'decline' | 'cancel';
    content?: Record<string, string>;
  } | null>;
  onUserDialog: (
    request: { dialogKind: string; payload: Data; toolUseID?: string },
    options: Asked,
  ) => Promise<{ behavior: 'completed'; result: unknown } | { behavior: 'cancelled' } | null>;
  outputFormat: { type: 'json_schema'; schema: Data };
  pathToClaudeCodeExecutable: string;
  perTaskStopAffordance: boolean;
  permissionMode: Mode;
  permissionPromptToolName: string;
  permissionPrompts: 'host' | 'none';
  persistSession: boolean;
  planModeInstructions: string;
  pluginDelivery: 'argv' | 'initialize';
  plugins: { type: 'local'; path: string; skipMcpDiscovery?: boolean }[];
  projectConfigRoot: string;
  promptSuggestions: boolean;
  resume: string;
  resumeDropsTurn: string;
  resumeSessionAt: string;
  sandbox: { enabled?: boolean; network?: { allowedDomains?: Names; allowLocalBinding?: boolean } };
  sessionId: string;
  sessionStore: {
    append(key: Key, entries: Entry[]): Promise<void>;
    load(key: Key): Promise<Entry[] | null>;
    listSessions?(projectKey: string): Promise<{ sessionId: string; mtime: number }[]>;
    delete?(key: Key): Promise<void>;
    listSubkeys?(key: { projectKey: string; sessionId: string }): Promise<Names>;
  };
  sessionStoreFlush: 'batched' | 'eager';
  settingSources: ('user' | 'project' | 'local')[];
  settings: string | { model?: string; permissions?: { allow?: Names } };
  skills: Names | 'all';
  spawnClaudeCodeProcess: (options: {
    command: string;
    args: Names;
    cwd?: string;
    env: { [variable: string]: string | undefined };
    signal: AbortSignal;
  }) => ChildProcessWithoutNullStreams;
  stderr: (data: string) => void;
  strictMcpConfig: boolean;
  supportedDialogKinds: Names;
  systemPrompt:
    | string
    | Names
    | { type: 'custom'; prompt: string | Names; snapshot?: boolean }
    | {
        type: 'preset';
        preset: 'claude_code';
        append?: string;
        excludeDynamicSections?: boolean;
        snapshot?: boolean;
      };
  taskBudget: { total: number };
  thinking:
    | { type: 'adaptive'; display?: 'summarized' | 'omitted' }
    | { type: 'enabled'; budgetTokens?: number; display?: 'summarized' | 'omitted' }
    | { type: 'disabled' };
  title: string;
  toolAliases: Record<string, string>;
  toolConfig: { askUserQuestion?: { previewFormat?: 'markdown' | 'html' } };
  tools: Names | { type: 'preset'; preset: 'claude_code' };
  verbatimPrompts: boolean;
}

type Missing = Exclude<keyof Official, OptionName>;
export const allThere: [Missing] extends [never] ? true : Missing = true;

type Refused = {
  [Name in keyof Official]: Official[Name] extends Options[Name] ? never : Name;
}[keyof Official];
export const allTaken: [Refused] extends [never] ? true : Refused = true;

/** A hook may ask for the input of its own event only. */
const noShell = async ({ tool_name }: HookInputs['PreToolUse']) =>
  tool_name === 'Bash' ? block('No shell.') : proceed();
export const ownInput: Options = { hooks: { PreToolUse: [{ hooks: [noShell] }] } };

/** One that says nothing of its types is given them. */
export const givenInput: Options = {
  hooks: {
    Stop: [
      { hooks: [async ({ cwd }, id, { signal }) => ({ reason: `${cwd}${id}${signal.aborted}` })] },
    ],
  },
};

// @ts-expect-error no such option
export const unknownOption: Options = { modle: 'sonnet' };
// @ts-expect-error no text
export const wrongType: Options = { maxTurns: '5' };
