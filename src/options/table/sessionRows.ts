import { checkMilliseconds } from '../checks/checkFields.js';
import {
  checkManagedSettings,
  checkMethods,
  checkSessionId,
  checkSettingSources,
  checkSettings,
} from '../checks/simpleChecks.js';
import { checkSandbox } from '../sandboxSettings.js';
import type { OptionRows } from './optionRow.js';

/** Rows of `SessionOptions`. */
export const sessionRows = {
  resume: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'resume' }],
  },
  continue: {
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'continue' }],
  },
  forkSession: {
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'fork-session' }],
  },
  sessionId: {
    type: ['string'],
    check: checkSessionId,
    flags: [{ kind: 'value', flag: 'session-id' }],
  },
  resumeSessionAt: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'resume-session-at' }],
  },
  resumeDropsTurn: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'resume-drops-turn' }],
  },
  persistSession: {
    type: ['boolean'],
    flags: [{ kind: 'switchOff', flag: 'no-session-persistence' }],
    variable: 'CLAUDE_PERSIST_SESSION',
  },
  sessionStore: {
    type: ['object'],
    check: checkMethods('sessionStore', 'append', 'load'),
    flags: [{ kind: 'switch', flag: 'session-mirror', from: () => true }],
  },
  sessionStoreFlush: {
    type: ['oneOf'],
    values: ['batched', 'eager'],
  },
  loadTimeoutMs: {
    type: ['positiveInteger'],
    check: (ms) => checkMilliseconds('loadTimeoutMs', ms),
  },
  title: {
    type: ['string'],
    // Never as the flag `--name`, which would also rename a resumed conversation.
    initialize: [{ field: 'title' }],
  },
  cwd: {
    type: ['string'],
  },
  additionalDirectories: {
    type: ['stringList'],
    flags: [{ kind: 'repeat', flag: 'add-dir' }],
    merge: 'append',
  },
  addDirs: {
    type: ['stringList'],
    flags: [{ kind: 'repeat', flag: 'add-dir' }],
    variable: 'CLAUDE_ADD_DIRS',
    merge: 'append',
  },
  projectConfigRoot: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'project-config-root' }],
  },
  settings: {
    type: ['string', 'record'],
    check: checkSettings,
    flags: [{ kind: 'json', flag: 'settings' }],
    merge: 'deep',
    whenTooLong: 'Write the settings to a file and pass its path.',
  },
  sandbox: {
    type: ['record'],
    check: checkSandbox,
  },
  managedSettings: {
    type: ['record'],
    check: checkManagedSettings,
    flags: [{ kind: 'json', flag: 'managed-settings' }],
  },
  settingSources: {
    type: ['stringList'],
    check: checkSettingSources,
    flags: [{ kind: 'list', flag: 'setting-sources', keepEmpty: true }],
    variable: 'CLAUDE_SETTING_SOURCES',
  },
  enableFileCheckpointing: {
    type: ['boolean'],
    cliVariable: {
      name: 'CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING',
      from: (enabled) => (enabled ? 'true' : undefined),
    },
  },
} satisfies OptionRows;
