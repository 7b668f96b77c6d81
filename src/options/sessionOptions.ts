import type { SessionStore } from './sessionStoreTypes.js';
import type { SandboxSettings, SettingSource, Settings } from './settingsTypes.js';

/** Which conversation to continue, where Claude works, and which settings apply. */
export type SessionOptions = {
  /** The id of a conversation to continue. Wins over `continue`. */
  resume?: string;
  /** Continue the latest conversation in the working directory. */
  continue?: boolean;
  /** With `resume` or `continue`: continue under a new id, and leave the old conversation as it is. */
  forkSession?: boolean;
  /** The id for the new conversation: a UUID. Continuing one needs `forkSession` as well. */
  sessionId?: string;
  /** With `resume`: continue after the message with this UUID, and drop what came later. */
  resumeSessionAt?: string;
  /**
   * With `resumeSessionAt`: the turn you mean to drop. The CLI refuses to resume if that would drop
   * more.
   */
  resumeDropsTurn?: string;
  /**
   * Whether the CLI saves the conversation to disk, so that you can resume it later.
   *
   * @default true
   */
  persistSession?: boolean;
  /**
   * Keeps a copy of the transcript as it grows, and provides it for `resume` and `continue`. Use it
   * to resume conversations on another machine.
   */
  sessionStore?: SessionStore;
  /**
   * When entries reach `sessionStore`: after each turn and when many are waiting (`'batched'`), or
   * as they arrive (`'eager'`).
   *
   * @default 'batched'
   */
  sessionStoreFlush?: 'batched' | 'eager';
  /**
   * How long each call to `sessionStore` may take when a conversation is loaded, in milliseconds.
   *
   * @default 60000
   */
  loadTimeoutMs?: number;
  /** The title of a new conversation. */
  title?: string;
  /**
   * The working directory of the CLI. A relative path starts at this process's working directory.
   *
   * @default this process's working directory
   */
  cwd?: string;
  /** Directories outside the working directory that Claude may work in. */
  additionalDirectories?: string[];
  /** The same as `additionalDirectories`. You can set both. */
  addDirs?: string[];
  /**
   * The absolute path of a trusted checkout. Project settings, hooks and `.mcp.json` come from there
   * instead of the working directory, which may hold an untrusted branch.
   */
  projectConfigRoot?: string;
  /**
   * The CLI's settings: an object, or the path of a settings file. A relative path starts at `cwd`.
   * `bypassPermissions` in them needs `allowDangerouslySkipPermissions` too.
   *
   * @example { permissions: { deny: ['WebFetch'] } }
   */
  settings?: string | Settings;
  /**
   * How commands are isolated. It is merged into `settings`, which must then be an object.
   *
   * @example { enabled: true, network: { allowedDomains: ['example.com'] } }
   */
  sandbox?: SandboxSettings;
  /** Settings with the rank of a managed policy. The CLI applies only what restricts. */
  managedSettings?: Settings;
  /**
   * The settings files to load: `user`, `project`, `local`. Pass `[]` for none.
   *
   * @default all of them
   */
  settingSources?: SettingSource[];
  /** Keep copies of the files Claude changes, so that `rewindFiles()` can restore them. */
  enableFileCheckpointing?: boolean;
};
