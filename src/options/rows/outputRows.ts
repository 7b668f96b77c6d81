import type { OptionRows } from '../optionRow.js';

/** What the CLI says while it works. */
export const outputRows = {
  includePartialMessages: {
    doc: 'Stream answers piece by piece.',
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'include-partial-messages' }],
    variable: 'CLAUDE_INCLUDE_PARTIAL_MESSAGES',
  },
  includeHookEvents: {
    doc: 'Report the life of every hook as messages.',
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'include-hook-events' }],
    variable: 'CLAUDE_INCLUDE_HOOK_EVENTS',
  },
  forwardSubagentText: {
    doc: 'Pass on what subagents say, not just their tool calls.',
    type: ['boolean'],
    // An older CLI exits on the flag, and ignores or obeys the field.
    initialize: [{ field: 'forwardSubagentText' }],
  },
  promptSuggestions: {
    doc: 'After each turn, suggest the next prompt.',
    type: ['boolean'],
    flags: [{ kind: 'switch', flag: 'prompt-suggestions' }],
    initialize: [{ field: 'promptSuggestions' }],
  },
  agentProgressSummaries: {
    doc: 'Summarise now and then what running subagents do.',
    type: ['boolean'],
    initialize: [{ field: 'agentProgressSummaries' }],
  },
  perTaskStopAffordance: {
    doc: 'Says that you stop background tasks one by one, so that an interrupt spares them.',
    type: ['boolean'],
    initialize: [{ field: 'perTaskStopAffordance' }],
  },
  verbatimPrompts: {
    doc: 'Send prompts as written: no `@file` expansion and no slash commands.',
    type: ['boolean'],
    // It is a field of the message, and a prompt on the command line has no fields.
    needsSession: (verbatim) => verbatim,
  },
  debug: {
    doc: 'Debug output of the CLI on stderr.',
    type: ['boolean'],
    flags: [
      {
        kind: 'switch',
        flag: 'debug',
        // The file turns debugging on by itself, and then stderr stays quiet.
        from: (debug, { debugFile }) => debug && !debugFile,
      },
    ],
  },
  debugFile: {
    doc: 'A file for the debug output of the CLI.',
    type: ['string'],
    flags: [{ kind: 'value', flag: 'debug-file' }],
    variable: 'CLAUDE_DEBUG_FILE',
  },
  stderr: {
    doc: "Called with the lines of the CLI's stderr.",
    type: ['function'],
  },
} satisfies OptionRows;
