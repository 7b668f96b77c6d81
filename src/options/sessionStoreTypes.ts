/** Identifies a transcript: the conversation's own, or with `subpath` the one of a subagent. */
export type SessionKey = {
  /** The project, derived from the working directory. */
  projectKey: string;
  /** The id of the conversation. */
  sessionId: string;
  /** The subagent's transcript. Treat it as an opaque part of the key. */
  subpath?: string;
};

/** One line of a transcript. */
export type SessionStoreEntry = {
  /** The kind of entry. */
  type: string;
  /** Identifies the entry. Use it to recognize an entry that arrives twice. */
  uuid?: string;
  /** When the entry was written, in ISO 8601. */
  timestamp?: string;
  /** Everything else. Store it and return it unchanged. */
  [field: string]: unknown;
};

/** Stores copies of transcripts, for example in a database, and returns them for `resume`. */
export type SessionStore = {
  /**
   * Adds entries to the end of a transcript. A rejected call is retried twice. If it still fails, the
   * entries are lost with the warning `SessionMirrorFailed`, and the session continues.
   */
  append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void>;
  /** Returns all entries of a transcript in order, or null if it does not exist. */
  load(key: SessionKey): Promise<SessionStoreEntry[] | null>;
  /**
   * Returns the conversations of a project, with the time of the last change in milliseconds since
   * 1970. Needed for `continue`.
   */
  listSessions?(projectKey: string): Promise<{ sessionId: string; mtime: number }[]>;
  /** Returns a summary of each conversation. A run never calls it. */
  listSessionSummaries?(projectKey: string): Promise<
    {
      /** The id of the conversation. */
      sessionId: string;
      /** The time of the last change, in milliseconds since 1970. */
      mtime: number;
      /** The summary itself. */
      data: Record<string, unknown>;
    }[]
  >;
  /** Deletes a transcript. A run never calls it. */
  delete?(key: SessionKey): Promise<void>;
  /** Returns the subpaths of a conversation: the transcripts of its subagents. */
  listSubkeys?(key: { projectKey: string; sessionId: string }): Promise<string[]>;
};
