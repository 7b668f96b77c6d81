import type { ContextUsageCategory } from './usage.js';

type Counted = {
  /** What it is. */
  name: string;
  /** Its tokens. */
  tokens: number;
};

/** What fills the context window. */
export type ContextUsage = {
  /** The tokens by category. */
  categories: (ContextUsageCategory & {
    /** Identifies the category, whatever its name is. */
    id?:
      | 'system_prompt'
      | 'system_tools'
      | 'system_tools_deferred'
      | 'mcp_tools'
      | 'mcp_tools_deferred'
      | 'mcp_instructions'
      | 'custom_agents'
      | 'memory_files'
      | 'skills'
      | 'messages'
      | 'autocompact_buffer'
      | 'compact_buffer'
      | 'free_space';
    /** The color in which the CLI displays it. */
    color: string;
    /** True if it is loaded only when it is needed. */
    isDeferred?: boolean;
  })[];
  /** The tokens in use. */
  totalTokens: number;
  /** How many tokens fit before the conversation is compacted. */
  maxTokens: number;
  /** The size of the model's context window. */
  rawMaxTokens: number;
  /** How much of it is in use, in percent. */
  percentage: number;
  /** The squares that the CLI draws, row by row. */
  gridRows: {
    color: string;
    isFilled: boolean;
    categoryName: string;
    tokens: number;
    percentage: number;
    squareFullness: number;
  }[][];
  /** The model. */
  model: string;
  /** Files such as `CLAUDE.md`. */
  memoryFiles: { path: string; type: string; tokens: number }[];
  /** The tools of MCP servers. */
  mcpTools: (Counted & { serverName: string; isLoaded?: boolean })[];
  /** The instructions of MCP servers. */
  mcpInstructions?: { serverName: string; tokens: number }[];
  /** Built-in tools that are loaded only when they are needed. */
  deferredBuiltinTools?: (Counted & { isLoaded: boolean })[];
  /** The other built-in tools. */
  systemTools?: Counted[];
  /** The parts of the system prompt. */
  systemPromptSections?: Counted[];
  /** The subagents that the model can start. */
  agents: {
    agentType: string;
    source: string;
    pluginId?: string;
    path?: string;
    tokens: number;
  }[];
  /** The slash commands that the model knows. */
  slashCommands?: { totalCommands: number; includedCommands: number; tokens: number };
  /** The skills that the model knows. */
  skills?: {
    totalSkills: number;
    includedSkills: number;
    tokens: number;
    skillFrontmatter: (Counted & {
      source: string;
      pluginName?: string;
      pluginId?: string;
      path?: string;
    })[];
  };
  /** The number of tokens at which the conversation is compacted. */
  autoCompactThreshold?: number;
  /** Whether the CLI compacts the conversation by itself. */
  isAutoCompactEnabled: boolean;
  /** What the conversation consists of, with `detail: 'full'`. */
  messageBreakdown?: {
    toolCallTokens: number;
    toolResultTokens: number;
    attachmentTokens: number;
    assistantMessageTokens: number;
    userMessageTokens: number;
    redirectedContextTokens: number;
    unattributedTokens: number;
    toolCallsByType: { name: string; callTokens: number; resultTokens: number }[];
    attachmentsByType: Counted[];
  };
  /** The tokens that the API counted for the last request; null before the first. */
  apiUsage: {
    input_tokens: number;
    output_tokens: number;
    cache_creation_input_tokens: number;
    cache_read_input_tokens: number;
  } | null;
};
