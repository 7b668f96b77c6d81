/** The versions of the CLI whose lives are recorded, and that can be simulated. */
export type CliVersion = '2.1.325' | '2.1.197';

export type ToolInput = Record<string, unknown>;

/** The model says something. `{prompt}` stands for what the user wrote. */
export interface TextStep {
  text: string;
}

export interface ThinkingStep {
  thinking: string;
}

/**
 * The model calls a tool, after which it goes on with the next step.
 * Write, Read, Edit and simple shell commands act on the scenario's own files, in memory.
 * A tool of an SDK-hosted MCP server is called `mcp__<server>__<tool>` and is asked of the host.
 */
export interface ToolStep {
  tool: string;
  input?: ToolInput;
  id?: string;
  /** What the tool gives back, where it should not act on the files. */
  result?: string;
  /** What it fails with. */
  error?: string;
  /** How long it runs, in ms. With `input.run_in_background` it goes on after the result. */
  takes?: number;
  /** What the model says once a background command has ended. */
  afterwards?: readonly Step[];
}

/** The model hands work to a subagent. */
export interface AgentStep {
  /** The short description of the work. */
  agent: string;
  prompt?: string;
  type?: string;
  id?: string;
  background?: boolean;
  /** In a worktree of its own, which a WorktreeCreate hook may make. */
  isolated?: boolean;
  takes?: number;
  /** What the subagent does; its last text is its report. */
  steps?: readonly Step[];
  /** What the model says once a background agent has ended. */
  afterwards?: readonly Step[];
}

/** Tools that the model calls in one message. */
export interface ParallelStep {
  parallel: readonly (ToolStep | AgentStep)[];
}

/** The model would stop here; what follows is played only if a Stop hook makes it go on. */
export interface StopStep {
  stop: true;
}

/** The API fails, and with it the turn. */
export interface ApiErrorStep {
  apiError: { status: number; message: string; type?: string };
}

/** Things that happen to a process, at this point of its turn. */
export type EventStep =
  | { wait: number }
  | { stderr: string }
  /** A line on stdout that is no frame. */
  | { garbage: string }
  /** The beginning of a line on stdout, and no end of it: what a crash leaves. */
  | { halfLine: string }
  /** A frame as it is, for what no other step can say. */
  | { frame: Record<string, unknown> }
  | { exit: number }
  /** Ends as by a signal from outside, with nothing said. */
  | { crash: 'SIGKILL' | 'SIGTERM' | 'SIGINT' }
  /** Lives on, and never says anything again. */
  | { silence: true }
  /** Closes its stdin and lives on: what is written to it fails (EPIPE). */
  | { closeStdin: true }
  /** Closes its stdout and lives on. */
  | { closeStdout: true };

export type Step =
  | TextStep
  | ThinkingStep
  | ToolStep
  | AgentStep
  | ParallelStep
  | StopStep
  | ApiErrorStep
  | EventStep;

/** What a system says of a program that it cannot start. */
export type StartFailure =
  | 'ENOENT'
  | 'EACCES'
  | 'ENOEXEC'
  | 'E2BIG'
  | 'EAGAIN'
  | 'EMFILE'
  | 'ENOMEM'
  | 'ETXTBSY';

export interface Faults {
  /** It cannot be started, and the system says why. In memory only: an executable that plays this has started. */
  failsToStart?: StartFailure;
  /** Instead of starting: `stderr`, then this exit code. */
  exitAtStart?: { code: number; stderr?: string };
  /** What `--version` prints. */
  versionText?: string;
  /** `initialize` is answered with this error. */
  initializeError?: string;
  /** `initialize` is never answered. */
  initializeSilence?: boolean;
  ignoreSigterm?: boolean;
  /** The end of its input does not make it exit. */
  ignoreEndOfInput?: boolean;
  /** It never reads its stdin. */
  neverReads?: boolean;
  /** For so many ms after its exit a descendant holds its stdout open. */
  holdsStdout?: number;
  /** Its output comes in pieces of so many bytes, also in the middle of a character. */
  splitEvery?: number;
  /** So many ms pass between two pieces of its output. */
  slowOutput?: number;
}

/** What the CLI is like, and what its model does: plain data, so that it can stand in a JSON file. */
export interface Scenario {
  version?: CliVersion;
  /**
   * Who plays the model: the steps of `turns`, or a Messages API of yours at `ANTHROPIC_BASE_URL`,
   * which is then asked as the real one would be.
   */
  model?: 'script' | 'api';
  /**
   * What tools act on: `files`, in memory; or the disk and a real shell. With the latter, sessions are
   * kept under `CLAUDE_CONFIG_DIR` and can be resumed.
   */
  tools?: 'memory' | 'real';
  /** One list of steps a turn. The last one is played again for every further message. */
  turns?: readonly (readonly Step[])[];
  /** The files that its tools find, by path; relative ones lie in the working directory. */
  files?: Readonly<Record<string, string>>;
  /** How text is streamed: characters a token (words if not given), ms between two of them. */
  tokens?: { length?: number; every?: number };
  faults?: Faults;
}
