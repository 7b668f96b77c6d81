type Expiry = '60s' | '5m' | '10m' | 'never';

/** The machine, the terminal and the user's taste. */
export type HostSettings = {
  /** The address of the JSON schema. */
  $schema?: string;
  /** A command that prints an API key. */
  apiKeyHelper?: string;
  /** A command that prints credentials for a proxy. */
  proxyAuthHelper?: string;
  /** A command that prints AWS credentials. */
  awsCredentialExport?: string;
  /** A command that logs in to AWS. */
  awsAuthRefresh?: string;
  /** A command that logs in to Google Cloud. */
  gcpAuthRefresh?: string;
  /** A command that prints headers for OpenTelemetry. */
  otelHeadersHelper?: string;
  /** A program that starts the processes of the CLI. */
  processWrapper?: string;
  /** After how many days transcripts are deleted. */
  cleanupPeriodDays?: number;
  /** The same for sessions of the desktop app. */
  desktopSessionCleanupPeriodDays?: number;
  /** A command that prints the status line. */
  statusLine?: {
    type: 'command';
    command: string;
    padding?: number;
    refreshInterval?: number;
    hideVimModeIndicator?: boolean;
  };
  /** The same for subagents. */
  subagentStatusLine?: { type: 'command'; command: string };
  /** The address of a pull request, with placeholders. */
  prUrlTemplate?: string;
  /** Links below the prompt, for text that matches. */
  footerLinksRegexes?: (
    | { type: 'regex'; pattern: string; url: string; label?: string; [field: string]: unknown }
    | { type: string; [field: string]: unknown }
  )[];
  /** How much of the conversation is shown. */
  viewMode?: 'default' | 'verbose' | 'focus';
  /** The view at the start. */
  defaultView?: 'chat' | 'transcript';
  /** How often the CLI asks for feedback: 0 to 1. */
  feedbackSurveyRate?: number;
  /** Whether drafts of feedback are shown. */
  feedbackDrafts?: 'notify' | 'quiet' | 'off';
  /** Show tips while Claude works. */
  spinnerTipsEnabled?: boolean;
  /** The words that are shown while Claude works. */
  spinnerVerbs?: { mode: 'append' | 'replace'; verbs: string[] };
  /** Tips of your own. */
  spinnerTipsOverride?: {
    excludeDefault?: boolean;
    tips?: (string | Record<string, unknown>)[];
    tipsFile?: string;
    label?: string;
    [field: string]: unknown;
  };
  /** Show code without colors. */
  syntaxHighlightingDisabled?: boolean;
  /** The widest text, in columns. */
  maxProseWidth?: number;
  /** How prompts are checked for spelling. */
  spellcheck?: {
    enabled?: boolean;
    checker?: string;
    language?: string;
    color?: string;
    [field: string]: unknown;
  };
  /** Renaming a session renames the terminal. */
  terminalTitleFromRename?: boolean;
  /** Suggest the next prompt. */
  promptSuggestionEnabled?: boolean;
  /** Complete names of emoji. */
  emojiCompletionEnabled?: boolean;
  /** Offer to clear the context when a plan is accepted. */
  showClearContextOnPlanAccept?: boolean;
  /** When a question is answered without the user. */
  askUserQuestionTimeout?: Expiry;
  /** When a dialog closes by itself. */
  dialogExpiry?: Expiry;
  /** Where sessions run that are started remotely. */
  remote?: { defaultEnvironmentId?: string };
  /** How the CLI draws. */
  tui?: 'default' | 'fullscreen';
  /** Input by voice. */
  voice?: { enabled?: boolean; mode?: 'hold' | 'tap'; autoSubmit?: boolean };
  /** Whether input by voice is on. */
  voiceEnabled?: boolean;
  /** Avoid animations. */
  prefersReducedMotion?: boolean;
  /** How times are shown: `auto`, `12-hour`, `24-hour`, `24-hour-utc`, or a pattern. */
  timeFormat?: string;
  /** The time zone in which times are shown. */
  timeZone?: string;
  /** Machines that sessions can run on. */
  sshConfigs?: {
    id: string;
    name: string;
    sshHost: string;
    sshPort?: number;
    sshIdentityFile?: string;
    startDirectory?: string;
  }[];
  /** Commands that list such machines. */
  sshHostCommands?: unknown[];
  /** The colors: `auto`, `dark`, `light`, a variant of these, or a theme of your own. */
  theme?: string;
  /** How the prompt is edited. */
  editorMode?: 'normal' | 'vim';
  /** Which keys edit the prompt. */
  keybindingFlavor?: 'classic' | 'readline';
  /** Keys of the insert mode of vim. */
  vimInsertModeRemaps?: Record<string, unknown>;
  /** Show more. */
  verbose?: boolean;
  /** How the user is notified. */
  preferredNotifChannel?:
    | 'auto'
    | 'iterm2'
    | 'iterm2_with_bell'
    | 'terminal_bell'
    | 'kitty'
    | 'ghostty'
    | 'notifications_disabled';
  /** Notify when input is needed. */
  inputNeededNotifEnabled?: boolean;
  /** Notify about agents. */
  agentPushNotifEnabled?: boolean;
  /** Follow new output. */
  autoScrollEnabled?: boolean;
  /** Scroll faster the longer the wheel turns. */
  wheelScrollAccelerationEnabled?: boolean;
  /** Show how long a turn took. */
  showTurnDuration?: boolean;
  /** Show when a message came. */
  showMessageTimestamps?: boolean;
  /** Show progress in the terminal's tab. */
  terminalProgressBarEnabled?: boolean;
  /** Turns the view of agents off. */
  disableAgentView?: boolean;
  /** Turns remote control off. */
  disableRemoteControl?: boolean;
  /** Turn remote control on at the start. */
  remoteControlAtStartup?: boolean;
  /** Upload sessions by itself. */
  autoUploadSessions?: boolean;
  /** Whether the background service stays. */
  daemonColdStart?: 'transient' | 'ask';
  /** Do not register the links of the CLI. */
  disableDeepLinkRegistration?: 'disable';
};
