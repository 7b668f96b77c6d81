import { checkMethods } from '../checkMethods.js';
import { checkMilliseconds } from '../checkNumbers.js';
import { checkSessionId } from '../checkSessionId.js';
import type { OptionRows } from '../optionRow.js';
import { checkSandbox } from '../sandboxSettings.js';

/** Which conversation it is, where it works, and which settings hold there. */
export const sessionRows = {
  resume: {
    doc: 'The id of the conversation to go on with; wins over `continue`.',
    type: ['string'],
    flags: [{ kind: 'value', flag: 'resume' }],
  },
  continue: {
    doc: 'Go on with the latest conversation of the working directory.',
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'continue' }],
  },
  forkSession: {
    doc: 'Resume under a new id and leave the old conversation as it is.',
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'fork-session' }],
  },
  sessionId: {
    doc: 'The id of the new conversation: a UUID.',
    type: ['string'],
    check: checkSessionId,
    flags: [{ kind: 'value', flag: 'session-id' }],
  },
  resumeSessionAt: {
    doc: 'Resume only up to the message with this UUID.',
    type: ['string'],
    flags: [{ kind: 'value', flag: 'resume-session-at' }],
  },
  resumeDropsTurn: {
    doc: 'The turn that `resumeSessionAt` is meant to drop; the CLI refuses to drop more.',
    type: ['string'],
    flags: [{ kind: 'value', flag: 'resume-drops-turn' }],
  },
  persistSession: {
    doc: 'Whether the conversation is kept on disk.',
    type: ['boolean'],
    default: 'true',
    flags: [{ kind: 'switchOff', flag: 'no-session-persistence' }],
    variable: 'CLAUDE_PERSIST_SESSION',
  },
  sessionStore: {
    doc: 'Gets a copy of the transcript as it grows.',
    type: ['object'],
    check: checkMethods('sessionStore', 'append', 'load'),
    flags: [{ kind: 'switch', flag: 'session-mirror', from: () => true }],
  },
  sessionStoreFlush: {
    doc: 'How soon entries reach `sessionStore`.',
    type: ['oneOf'],
    values: ['batched', 'eager'],
    default: 'batched',
  },
  loadTimeoutMs: {
    doc: 'How long `sessionStore` may take to load, in milliseconds.',
    type: ['positiveInteger'],
    check: (ms) => checkMilliseconds('loadTimeoutMs', ms),
    default: '60000',
  },
  title: {
    doc: 'The title of a new conversation.',
    type: ['string'],
    // The flag `--name` would also rename a resumed conversation, so a title goes no other way.
    initialize: [{ field: 'title' }],
  },
  cwd: {
    doc: "The working directory; a relative one starts from this process's own.",
    type: ['string'],
    default: "this process's own",
  },
  additionalDirectories: {
    doc: 'More directories that Claude may work in.',
    type: ['stringList'],
    flags: [{ kind: 'repeat', flag: 'add-dir' }],
    merge: 'append',
  },
  addDirs: {
    doc: 'The same as `additionalDirectories`; both may be given.',
    type: ['stringList'],
    flags: [{ kind: 'repeat', flag: 'add-dir' }],
    variable: 'CLAUDE_ADD_DIRS',
    merge: 'append',
  },
  projectConfigRoot: {
    doc: "The trusted checkout whose project settings hold, instead of the working directory's.",
    type: ['string'],
    flags: [{ kind: 'value', flag: 'project-config-root' }],
  },
  settings: {
    doc: "The CLI's settings: an object, or the path of a file; `bypassPermissions` in it needs `allowDangerouslySkipPermissions` too.",
    type: ['string', 'record'],
    flags: [{ kind: 'json', flag: 'settings' }],
    merge: 'deep',
    whenTooLong: 'Write the settings to a file and pass its path.',
  },
  sandbox: {
    doc: 'How commands are shut in; merged into `settings`, which must then be an object.',
    type: ['record'],
    check: checkSandbox,
  },
  managedSettings: {
    doc: 'Settings with the weight of policy, as far as they restrict.',
    type: ['record'],
    flags: [{ kind: 'json', flag: 'managed-settings' }],
  },
  settingSources: {
    doc: 'Which settings files are read: `user`, `project`, `local`; `[]` for none.',
    type: ['stringList'],
    default: 'all',
    flags: [{ kind: 'list', flag: 'setting-sources', keepEmpty: true }],
    variable: 'CLAUDE_SETTING_SOURCES',
  },
  enableFileCheckpointing: {
    doc: 'Keep copies of changed files, for `rewindFiles`.',
    type: ['boolean'],
    childVariable: {
      name: 'CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING',
      from: (enabled) => (enabled ? 'true' : undefined),
    },
  },
} satisfies OptionRows;
