type Price = { input: number; output: number; cacheRead: number; cacheWrite: number };
type Level = 'low' | 'medium' | 'high' | 'xhigh';
type Lifetime = '5m' | '1h';

/** The models, and how Claude works. */
export type WorkSettings = {
  /** The model. */
  model?: string;
  /** The models to use if the first is overloaded, in order. */
  fallbackModel?: string[];
  /** The models that users may choose. */
  availableModels?: string[];
  /** Refuse other models, even as the default. */
  enforceAvailableModels?: boolean;
  /** How the names of `availableModels` are compared. */
  availableModelsMatch?: 'prefix' | 'exact';
  /** The models that users may not choose. */
  deniedModels?: string[];
  /** Names of the provider's models, by the name of the model. */
  modelOverrides?: Record<string, string>;
  /** What `/model` offers. */
  modelPicker?: {
    options: { model: string; label?: string; description?: string; behavesAs?: string }[];
    replaceBuiltInOptions?: boolean;
  };
  /** Prices for the estimated cost. */
  modelPricing?: { multiplier?: number; overrides?: Record<string, Price> };
  /** Settings of single models, by name. */
  modelSettings?: Record<
    string,
    {
      effortLevel?: Level;
      maxEffortLevel?: Level | 'max';
      autoCompactWindow?: 'auto' | number;
      [setting: string]: unknown;
    }
  >;
  /** The model that advises the main one. */
  advisorModel?: string;
  /** Switch to another model if one refuses. */
  switchModelsOnFlag?: boolean;
  /** The effort level. */
  effortLevel?: Level;
  /** The highest effort level that users may choose. */
  maxEffortLevel?: Level | 'max';
  /** Put all effort into code. */
  ultracode?: boolean;
  /** Think without being asked to. */
  alwaysThinkingEnabled?: boolean;
  /** Show summaries of the thinking. */
  showThinkingSummaries?: boolean;
  /** Whether the fast mode is on. */
  fastMode?: boolean;
  /** Turn the fast mode on for one session at a time. */
  fastModePerSessionOptIn?: boolean;
  /** How long the prompt cache lives. */
  promptCacheTtl?: Lifetime;
  /** How long the prompt cache of subagents lives. */
  subagentPromptCacheTtl?: Lifetime;
  /** The agent that runs the main conversation. */
  agent?: string;
  /** The output style. */
  outputStyle?: string;
  /** The language Claude answers in. */
  language?: string;
  /** Environment variables for the CLI. */
  env?: Record<string, string>;
  /** Instructions for Claude. */
  claudeMd?: string;
  /** `CLAUDE.md` files to leave out, as patterns. */
  claudeMdExcludes?: string[];
  /** Leave out the instructions about git. */
  includeGitInstructions?: boolean;
  /** Sign commits and pull requests. */
  includeCoAuthoredBy?: boolean;
  /** What signs commits and pull requests; false for nothing. */
  attribution?:
    | boolean
    | { commit?: string; pr?: string; sessionUrl?: boolean; [part: string]: unknown };
  /** The project that usage counts for. */
  attributionProject?: string;
  /** How a project is chosen. */
  attributionProjectPolicy?: { default?: string };
  /** Compact the conversation when it is long. */
  autoCompactEnabled?: boolean;
  /** The number of tokens at which it is compacted. */
  autoCompactWindow?: number;
  /** Prepare the summary ahead of time. */
  precomputeCompactionEnabled?: boolean;
  /** Compact while nothing else happens. */
  idleCompaction?: boolean;
  /** Keep memories by itself. */
  autoMemoryEnabled?: boolean;
  /** Where memories are. */
  autoMemoryDirectory?: string;
  /** Tidy memories by itself. */
  autoDreamEnabled?: boolean;
  /** Keep copies of changed files. */
  fileCheckpointingEnabled?: boolean;
  /** Keep a list of tasks. */
  todoFeatureEnabled?: boolean;
  /** Where plans are written. */
  plansDirectory?: string;
  /** Go on by itself when a limit is over. */
  autoContinueAtUsageLimit?: boolean;
  /** Git worktrees for subagents. */
  worktree?: {
    symlinkDirectories?: string[];
    sparsePaths?: string[];
    baseRef?: 'fresh' | 'head';
    bgIsolation?: 'worktree' | 'none';
    location?: string;
  };
  /** How teammates run. */
  teammateMode?: 'auto' | 'tmux' | 'iterm2' | 'in-process';
  /** Turns workflows off. */
  disableWorkflows?: boolean;
  /** Turns workflows on. */
  enableWorkflows?: boolean;
  /** How large workflows should be. */
  workflowSizeGuideline?: 'unrestricted' | 'small' | 'medium' | 'large';
  /** Start workflows by a keyword in the prompt. */
  workflowKeywordTriggerEnabled?: boolean;
  /** Turns artifacts off. */
  disableArtifact?: boolean;
  /** Turns artifacts on. */
  enableArtifact?: boolean;
  /** Do not check replies. */
  disableReplyCheck?: boolean;
  /** The shell of commands. */
  defaultShell?: 'bash' | 'powershell';
  /** Do not split Bash commands on Windows. */
  disableWindowsBashCommandSplit?: boolean;
  /** Show what a Bash command changed. */
  bashEditDiffEnabled?: boolean;
  /** The longest output of a Bash command that the model sees. */
  bashOutputMaxChars?: number;
  /** The longest output of a task that the model sees. */
  taskOutputMaxChars?: number;
  /** Answer to commands that the user runs. */
  respondToBashCommands?: boolean;
  /** Fetch pages without checking their host first. */
  skipWebFetchPreflight?: boolean;
  /** Leave out ignored files when files are suggested. */
  respectGitignore?: boolean;
  /** A command that suggests files. */
  fileSuggestion?: { type: 'command'; command: string };
};
