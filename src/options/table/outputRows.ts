import type { OptionRows } from './optionRow.js';

/** Rows of `OutputOptions`. */
export const outputRows = {
  includePartialMessages: {
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'include-partial-messages' }],
    variable: 'CLAUDE_INCLUDE_PARTIAL_MESSAGES',
  },
  includeHookEvents: {
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'include-hook-events' }],
    variable: 'CLAUDE_INCLUDE_HOOK_EVENTS',
  },
  forwardSubagentText: {
    type: ['boolean'],
    // Never as a flag: older CLIs exit on it, but at worst ignore the field.
    initialize: [{ field: 'forwardSubagentText' }],
  },
  promptSuggestions: {
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'prompt-suggestions' }],
    initialize: [{ field: 'promptSuggestions' }],
  },
  agentProgressSummaries: {
    type: ['boolean'],
    initialize: [{ field: 'agentProgressSummaries' }],
  },
  perTaskStopAffordance: {
    type: ['boolean'],
    initialize: [{ field: 'perTaskStopAffordance' }],
  },
  verbatimPrompts: {
    type: ['boolean'],
    // It is a field of the message, and a prompt on the command line has no fields.
    needsSession: (verbatim) => verbatim,
  },
  debug: {
    type: ['boolean'],
    flags: [
      {
        kind: 'switch',
        flag: 'debug',
        // `--debug-file` turns debugging on by itself, and keeps it off stderr.
        from: (debug, { debugFile }) => debug && !debugFile,
      },
    ],
  },
  debugFile: {
    type: ['string'],
    flags: [{ kind: 'value', flag: 'debug-file' }],
    variable: 'CLAUDE_DEBUG_FILE',
  },
  stderr: {
    type: ['function'],
  },
} satisfies OptionRows;
