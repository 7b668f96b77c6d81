import type { SessionStore } from '../../options/sessionStoreTypes.js';
import type {
  ForkSessionOptions,
  ForkSessionResult,
  GetSessionInfoOptions,
  GetSessionMessagesOptions,
  GetSubagentMessagesOptions,
  ImportSessionToStoreOptions,
  ListSessionsOptions,
  ListSubagentsOptions,
  SDKSessionInfo,
  SessionMessage,
  SessionMutationOptions,
} from './conversationTypes.js';

// Most programs never call these, so their code is loaded with the first call.

/**
 * Lists stored conversations, the newest first.
 *
 * It reads the ends of each transcript and no more, so a large folder takes little time and memory.
 */
export async function listSessions(options?: ListSessionsOptions): Promise<SDKSessionInfo[]> {
  const { listConversations } = await import('./operations.js');
  return listConversations(options);
}

/** Describes a stored conversation. Undefined if there is none, or if it has nothing to show. */
export async function getSessionInfo(
  sessionId: string,
  options?: GetSessionInfoOptions,
): Promise<SDKSessionInfo | undefined> {
  const { describeConversation } = await import('./operations.js');
  return describeConversation(sessionId, options);
}

/**
 * Returns the messages of a stored conversation, the first one first. Empty if there is none.
 *
 * After a compaction, the summary stands for the messages before it.
 */
export async function getSessionMessages(
  sessionId: string,
  options?: GetSessionMessagesOptions,
): Promise<SessionMessage[]> {
  const { readConversation } = await import('./operations.js');
  return readConversation(sessionId, options);
}

/** Returns the ids of the subagents of a stored conversation. */
export async function listSubagents(
  sessionId: string,
  options?: ListSubagentsOptions,
): Promise<string[]> {
  const { listAgents } = await import('./operations.js');
  return listAgents(sessionId, options);
}

/** Returns the messages of a subagent, the first one first. Empty if there is none. */
export async function getSubagentMessages(
  sessionId: string,
  agentId: string,
  options?: GetSubagentMessagesOptions,
): Promise<SessionMessage[]> {
  const { readAgent } = await import('./operations.js');
  return readAgent(sessionId, agentId, options);
}

/** Gives a stored conversation a title. The CLI may be running it. */
export async function renameSession(
  sessionId: string,
  title: string,
  options?: SessionMutationOptions,
): Promise<void> {
  const { renameConversation } = await import('./operations.js');
  return renameConversation(sessionId, title, options);
}

/** Tags a stored conversation; `null` removes the tag. The CLI may be running it. */
export async function tagSession(
  sessionId: string,
  tag: string | null,
  options?: SessionMutationOptions,
): Promise<void> {
  const { tagConversation } = await import('./operations.js');
  return tagConversation(sessionId, tag, options);
}

/**
 * Archives a stored conversation: `listSessions` then says `archived: true`, until a user sends a
 * prompt. Not with a `sessionStore`.
 */
export async function archiveSession(
  sessionId: string,
  options?: SessionMutationOptions,
): Promise<void> {
  const { archiveConversation } = await import('./operations.js');
  return archiveConversation(sessionId, true, options);
}

/** Ends the archiving of a stored conversation. Not with a `sessionStore`. */
export async function unarchiveSession(
  sessionId: string,
  options?: SessionMutationOptions,
): Promise<void> {
  const { archiveConversation } = await import('./operations.js');
  return archiveConversation(sessionId, false, options);
}

/** Deletes a stored conversation and its subagents, for good. */
export async function deleteSession(
  sessionId: string,
  options?: SessionMutationOptions,
): Promise<void> {
  const { deleteConversation } = await import('./operations.js');
  return deleteConversation(sessionId, options);
}

/** Copies a stored conversation, or its beginning, to a new one that can go another way. */
export async function forkSession(
  sessionId: string,
  options?: ForkSessionOptions,
): Promise<ForkSessionResult> {
  const { forkConversation } = await import('./operations.js');
  return forkConversation(sessionId, options);
}

/** Copies a conversation from the CLI's own folder to a store, with its subagents. */
export async function importSessionToStore(
  sessionId: string,
  store: SessionStore,
  options?: ImportSessionToStoreOptions,
): Promise<void> {
  const { importConversation } = await import('./operations.js');
  return importConversation(sessionId, store, options);
}
