import type { SessionStore } from '../../options/sessionStoreTypes.js';

// `type` and not `interface`, as in the official SDK: only a `type` is assignable to
// `Record<string, unknown>`.

/** What is known about a stored conversation without reading all of it. */
export type SDKSessionInfo = {
  /** The id of the conversation. Pass it as `resume` to continue. */
  sessionId: string;
  /** What to show in a list: the title, or else the last or the first prompt. */
  summary: string;
  /** When the transcript was last written, in milliseconds since 1970. */
  lastModified: number;
  /** The size of the transcript in bytes. */
  fileSize?: number;
  /** The title that a user gave, or else the one that the CLI generated. */
  customTitle?: string;
  /** The first prompt, shortened to 200 characters. */
  firstPrompt?: string;
  /** The git branch at the end of the conversation. */
  gitBranch?: string;
  /** The working directory. */
  cwd?: string;
  /** The tag that a user gave. */
  tag?: string;
  /** When the conversation began, in milliseconds since 1970. */
  createdAt?: number;
  /**
   * Whether the conversation is archived. False if it was, and a user unarchived it or sent a prompt
   * since. Undefined if it never was, and in a `sessionStore`.
   */
  archived?: boolean;
};

/** A message of a stored conversation. */
export type SessionMessage = {
  /** Who wrote it. `system` only with `includeSystemMessages`. */
  type: 'user' | 'assistant' | 'system';
  /** The id of the message. Pass it as `upToMessageId` to fork there. */
  uuid: string;
  /** The id of the conversation. */
  session_id: string;
  /** The message as the Messages API has it. */
  message: unknown;
  /** For a message of a subagent: the tool call that started the subagent. */
  parent_tool_use_id: string | null;
  /** For a message of a subagent that another subagent started: that other one. */
  parent_agent_id: string | null;
};

/** Options of `listSessions`. */
export type ListSessionsOptions = {
  /** The project to list. Default: all projects; in a `sessionStore`, the working directory. */
  dir?: string;
  /** At most this many conversations. Default: all. */
  limit?: number;
  /** How many of the newest to skip. Default: 0. */
  offset?: number;
  /** Also list the other git worktrees of `dir`. Default: true. Not in a `sessionStore`. */
  includeWorktrees?: boolean;
  /**
   * Also list what programs and daemons started. False lists what `/resume` shows. Default: true. Not
   * in a `sessionStore`.
   */
  includeProgrammatic?: boolean;
  /** List this store instead of the CLI's own folder. It needs `listSessions`. */
  sessionStore?: SessionStore;
};

/** Options of `getSessionInfo`. */
export type GetSessionInfoOptions = {
  /** The project of the conversation. Default: all projects are searched. */
  dir?: string;
  /** Read from this store instead of the CLI's own folder. */
  sessionStore?: SessionStore;
};

/** Options of `getSessionMessages`. */
export type GetSessionMessagesOptions = {
  /** The project of the conversation. Default: all projects are searched. */
  dir?: string;
  /** At most this many messages. Default: all. */
  limit?: number;
  /** How many messages to skip from the start. Default: 0. */
  offset?: number;
  /** Also return system messages, such as the boundary of a compaction. Default: false. */
  includeSystemMessages?: boolean;
  /** Read from this store instead of the CLI's own folder. */
  sessionStore?: SessionStore;
};

/** Options of `listSubagents`. */
export type ListSubagentsOptions = {
  /** The project of the conversation. Default: all projects are searched. */
  dir?: string;
  /** Read from this store instead of the CLI's own folder. It needs `listSubkeys`. */
  sessionStore?: SessionStore;
};

/** Options of `getSubagentMessages`. */
export type GetSubagentMessagesOptions = {
  /** The project of the conversation. Default: all projects are searched. */
  dir?: string;
  /** At most this many messages. Default: all. */
  limit?: number;
  /** How many messages to skip from the start. Default: 0. */
  offset?: number;
  /** Read from this store instead of the CLI's own folder. */
  sessionStore?: SessionStore;
};

/** Options of the functions that change a stored conversation. */
export type SessionMutationOptions = {
  /** The project of the conversation. Default: all projects are searched. */
  dir?: string;
  /** Change this store instead of the CLI's own folder. A store cannot archive. */
  sessionStore?: SessionStore;
};

/** Options of `forkSession`. */
export type ForkSessionOptions = SessionMutationOptions & {
  /** The last message that the fork has, by its `uuid`. Default: it has all. */
  upToMessageId?: string;
  /** The title of the fork. Default: the title of the original and "(fork)". */
  title?: string;
};

/** What `forkSession` returns. */
export type ForkSessionResult = {
  /** The id of the fork. Pass it as `resume` to continue there. */
  sessionId: string;
};

/** Options of `importSessionToStore`. */
export type ImportSessionToStoreOptions = {
  /** The project of the conversation. Default: all projects are searched. */
  dir?: string;
  /** Also import the transcripts of subagents. Default: true. */
  includeSubagents?: boolean;
  /** At most this many entries for each call of `append`. Default: 500. */
  batchSize?: number;
};
