/** What the CLI reports while it works. */
export type OutputOptions = {
  /** Stream answers token by token, as `stream_event` messages. */
  includePartialMessages?: boolean;
  /** Report when each hook starts and ends, as messages. */
  includeHookEvents?: boolean;
  /** Report the text of subagents too, not only their tool calls. */
  forwardSubagentText?: boolean;
  /** Suggest a next prompt after each turn. */
  promptSuggestions?: boolean;
  /** Report summaries of what running subagents are doing. */
  agentProgressSummaries?: boolean;
  /**
   * Declares that your program can stop background tasks one by one, with `stopTask()`. The CLI then
   * keeps them running on an interrupt.
   */
  perTaskStopAffordance?: boolean;
  /** Send prompts as they are, without expanding `@file` mentions or slash commands. */
  verbatimPrompts?: boolean;
  /** Write the CLI's debug output to its stderr. */
  debug?: boolean;
  /** Write the CLI's debug output to this file. */
  debugFile?: string;
  /**
   * Called with each line the CLI writes to stderr, with its newline. Return quickly: a callback
   * that throws or takes more than a second is not called again.
   */
  stderr?: (data: string) => void;
};
