import type { JsonObject } from '../../codec/jsonObject.js';
import type { SDKSessionInfo } from './conversationTypes.js';

/** Which part of a list is wanted. */
export interface Page {
  limit?: number;
  offset?: number;
}

export interface SubagentTranscript {
  agentId: string;
  /** Where it is in the conversation, such as `subagents/agent-a1`. */
  subpath: string;
}

/** Has transcripts: the CLI's own folders, or a user's store. */
export interface TranscriptPlace {
  list(page: Page, includeProgrammatic: boolean): Promise<SDKSessionInfo[]>;
  info(sessionId: string): Promise<SDKSessionInfo | undefined>;
  /** Calls `see` with each entry that has a uuid, and maybe others. False if there is no transcript. */
  readMessages(
    sessionId: string,
    subpath: string | undefined,
    see: (entry: JsonObject) => void,
  ): Promise<boolean>;
  /** All entries, and the title of the conversation. Throws if there is no transcript. */
  load(sessionId: string): Promise<{ entries: JsonObject[]; title: string | undefined }>;
  subagents(sessionId: string): Promise<SubagentTranscript[]>;
  /** What the CLI wrote about a subagent when it started it. */
  metadata(sessionId: string, subpath: string): Promise<unknown>;
  /** Adds an entry to a transcript. */
  append(sessionId: string, entry: JsonObject & { type: string }): Promise<void>;
  /** Adds a transcript next to another one. */
  create(sessionId: string, original: string, entries: readonly JsonObject[]): Promise<void>;
  /** Deletes a conversation with its subagents. */
  remove(sessionId: string): Promise<void>;
}
