import type { SessionStore } from '../../options/sessionStoreTypes.js';
import * as functions from './conversations.js';
import type {
  ForkSessionOptions,
  ForkSessionResult,
  GetSessionMessagesOptions,
  ListSessionsOptions,
  SDKSessionInfo,
  SessionMessage,
} from './conversationTypes.js';

/** Where conversations are stored. */
export interface StoredConversationsOptions {
  /** The project. Default: all projects; in a `sessionStore`, the working directory. */
  dir?: string;
  /** A store to use instead of the CLI's own folder. */
  sessionStore?: SessionStore;
  /**
   * The CLI's own folder, if your sessions have a `CLAUDE_CONFIG_DIR` of their own in `env`. Default:
   * the one of this program.
   */
  configDir?: string;
}

/** The stored conversations of one place: the CLI's own folder, or a session store. */
export class StoredConversations {
  readonly #where: StoredConversationsOptions;

  /** @param where - Which project, store or folder. Default: everything in the CLI's own folder. */
  constructor(where: StoredConversationsOptions = {}) {
    this.#where = where;
  }

  /** Lists the conversations, the newest first. */
  list(options?: Omit<ListSessionsOptions, 'dir' | 'sessionStore'>): Promise<SDKSessionInfo[]> {
    return functions.listSessions({ ...options, ...this.#where });
  }

  /** Describes a conversation. Undefined if there is none, or if it has nothing to show. */
  get(sessionId: string): Promise<SDKSessionInfo | undefined> {
    return functions.getSessionInfo(sessionId, this.#where);
  }

  /** Returns the messages of a conversation, for example for a page that reloads. Empty if there is none. */
  history(
    sessionId: string,
    options?: Omit<GetSessionMessagesOptions, 'dir' | 'sessionStore'>,
  ): Promise<SessionMessage[]> {
    return functions.getSessionMessages(sessionId, { ...options, ...this.#where });
  }

  /** Gives a conversation a title. */
  rename(sessionId: string, title: string): Promise<void> {
    return functions.renameSession(sessionId, title, this.#where);
  }

  /** Tags a conversation; `null` removes the tag. */
  tag(sessionId: string, tag: string | null): Promise<void> {
    return functions.tagSession(sessionId, tag, this.#where);
  }

  /** Deletes a conversation and its subagents, for good. */
  delete(sessionId: string): Promise<void> {
    return functions.deleteSession(sessionId, this.#where);
  }

  /** Copies a conversation, or its beginning, to a new one that can go another way. */
  fork(
    sessionId: string,
    options?: Omit<ForkSessionOptions, 'dir' | 'sessionStore'>,
  ): Promise<ForkSessionResult> {
    return functions.forkSession(sessionId, { ...options, ...this.#where });
  }
}

/** All conversations in the CLI's own folder. */
export const conversations = new StoredConversations();
