import type { UserMessage } from '../codec/messages.js';
import type { PermissionMode } from '../codec/permissions.js';
import type { AgentDefinition } from '../options/agentTypes.js';
import type { Options } from '../options/types.js';
import type { Query } from '../Query.js';

/** What `startup` and `prewarm` are called with. */
export type StartupCall = {
  /** How to start the CLI and how to talk to it. */
  options?: Options;
  /**
   * How long the CLI may take to answer the handshake, in milliseconds. Default: a minute. With
   * `startup`, the default does not count the time in which hooks for `SessionStart` and `Setup`
   * run, up to ten minutes.
   */
  initializeTimeoutMs?: number;
};

/** A query whose CLI is already running and waits for the prompt. Use it once, or close it. */
export interface WarmQuery extends AsyncDisposable {
  /**
   * Sends the prompt to the CLI that waits. Throws `SpareUnavailable` if it was used or closed
   * before, or if the CLI has exited.
   *
   * @param prompt - What to ask: text, or an iterable of messages.
   */
  query(prompt: string | AsyncIterable<UserMessage>): Query;
  /** Ends the CLI. Does nothing once the prompt was sent. */
  close(): void;
}

/** What is known about a session only when it begins: the part of its options that a claim sets. */
export type ClaimOptions = {
  /** The working directory. A relative path is resolved against the working directory of this program. */
  cwd: string;
  /** Variables of this session. The CLI accepts a few, such as `CLAUDE_CODE_OAUTH_TOKEN`. */
  env?: Record<string, string>;
  /** More directories that the tools may use; relative ones are resolved against `cwd`. */
  additionalDirectories?: string[];
  /** The model. */
  model?: string;
  /** How tool calls are permitted. The claim is refused if the CLI cannot use this mode. */
  permissionMode?: PermissionMode;
  /** How many tokens the model may think with; null for no limit. */
  maxThinkingTokens?: number | null;
  /**
   * Settings above those of all files. The prompt is held back until the CLI has accepted them.
   * Settings about hooks belong into the options of `prewarm`.
   */
  settings?: Parameters<Query['applyFlagSettings']>[0];
  /** Text to append to the system prompt. */
  appendSystemPrompt?: string;
  /** The title of the conversation. */
  title?: string;
  /** Subagents that the model can start. */
  agents?: Record<string, AgentDefinition>;
};

/** A CLI that is ready and belongs to no session yet. Claim it once, or close it. */
export interface SpareProcess extends AsyncDisposable {
  /**
   * Binds the spare to a session and sends the prompt. If the CLI refuses, `claimed` rejects, the
   * query ends with an error result that says `not_claimed`, and the CLI exits: start the session
   * with `query()` then.
   *
   * Throws `SpareUnavailable` if it was claimed or closed before, or if the CLI has exited.
   *
   * @param call - The prompt, and the options of this session.
   */
  claim(call: { prompt: string | AsyncIterable<UserMessage>; options: ClaimOptions }): Query;
  /**
   * Resolves when the CLI has accepted the claim and all of its options. Rejects with
   * `ClaimRefused` or `SpareUnavailable`. Only if the message starts with `option_not_applied` does
   * the session run nevertheless, without the options it names.
   */
  readonly claimed: Promise<{
    /** The working directory, without links. */
    cwd: string;
    /** The id of the conversation. */
    sessionId: string;
    /** How long the CLI had been waiting, in milliseconds. */
    parkedMs?: number;
    /** Whether the MCP servers that run in this program were connected. */
    sdkMcpSettled: boolean;
  }>;
  /** Resolves when the CLI has exited, claimed or not. */
  readonly exited: Promise<void>;
  /** Ends the CLI. After a claim, it closes the query. */
  close(): void;
}

/**
 * Starts the CLI before you know the prompt. Resolves when the handshake is done, so that the first
 * message does not have to wait for the start.
 *
 * @param call - The options of the query, and how long the start may take.
 */
export async function startup(call: StartupCall = {}): Promise<WarmQuery> {
  const { startWarmQuery } = await import('./startWarmQuery.js');
  return startWarmQuery(call);
}

/**
 * Starts the CLI before you know the folder it will work in. Resolves with a spare, which you bind
 * to a folder and a prompt later. Needs a CLI that has the flag `--await-claim`.
 *
 * @param call - The options that all sessions share, and how long the start may take.
 */
export async function prewarm(call: StartupCall = {}): Promise<SpareProcess> {
  const { parkSpare } = await import('./parkSpare.js');
  return parkSpare(call);
}
