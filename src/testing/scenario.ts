/** The CLI versions that the simulation reproduces. Each is checked against recordings of it. */
export type CliVersion = '2.1.325' | '2.1.197';

/** The input of a tool, by field name. */
export type ToolInput = Record<string, unknown>;

/** The model writes text. */
export interface TextStep {
  /** The text. `{prompt}` stands for what the user wrote. */
  text: string;
}

/** The model thinks. */
export interface ThinkingStep {
  /** The text of the thinking block. */
  thinking: string;
}

/**
 * The model calls a tool, and goes on with the next step when it has the result.
 *
 * Write, Read, Edit and simple shell commands act on the scenario's own files, in memory. To call a
 * tool of an SDK-hosted MCP server, use the name `mcp__<server>__<tool>`; the host runs it.
 */
export interface ToolStep {
  /** The name of the tool, such as `Bash`. */
  tool: string;
  /** The tool's input. Default `{}`. */
  input?: ToolInput;
  /** The id of the tool call. Default: `toolu_1`, `toolu_2`, and so on. */
  id?: string;
  /** The tool's result. If set, the tool does not act on the files. */
  result?: string;
  /** Makes the tool fail with this message. */
  error?: string;
  /**
   * How long the tool runs, in milliseconds. With `input.run_in_background`, the result comes at
   * once and the tool keeps running.
   */
  takes?: number;
  /** What the model does once a background command has ended. */
  afterwards?: readonly Step[];
}

/** The model delegates work to a subagent. */
export interface AgentStep {
  /** A short description of the work. */
  agent: string;
  /** The subagent's prompt. Default: the description. */
  prompt?: string;
  /** The type of the subagent. Default `general-purpose`. */
  type?: string;
  /** The id of the tool call. Default: `toolu_1`, `toolu_2`, and so on. */
  id?: string;
  /** Runs the subagent in the background. Default false. */
  background?: boolean;
  /** Runs it in a worktree of its own, which a WorktreeCreate hook can provide. */
  isolated?: boolean;
  /** How long the subagent waits before its first step, in milliseconds. */
  takes?: number;
  /** What the subagent does. Its last text is its report. */
  steps?: readonly Step[];
  /** What the model does once a background subagent has ended. */
  afterwards?: readonly Step[];
}

/** The model calls several tools in one message. */
export interface ParallelStep {
  /** The tool calls. */
  parallel: readonly (ToolStep | AgentStep)[];
}

/** The model wants to stop here. The steps that follow run only if a Stop hook makes it go on. */
export interface StopStep {
  /** Always true. */
  stop: true;
}

/** The API fails, which ends the turn with an error. */
export interface ApiErrorStep {
  /** The HTTP status, the message and the type of the error. */
  apiError: { status: number; message: string; type?: string };
}

/** Something that happens to the process at this point of the turn. */
export type EventStep =
  | {
      /** Waits this many milliseconds. */
      wait: number;
    }
  | {
      /** Writes text to stderr. */
      stderr: string;
    }
  | {
      /** Writes a line to stdout that is not a frame. */
      garbage: string;
    }
  | {
      /** Writes a line to stdout without its newline, as a crash would leave it. */
      halfLine: string;
    }
  | {
      /** Writes a frame as it is, for anything the other steps cannot express. */
      frame: Record<string, unknown>;
    }
  | {
      /** Exits with this code. */
      exit: number;
    }
  | {
      /** Dies from a signal, without any output. */
      crash: 'SIGKILL' | 'SIGTERM' | 'SIGINT';
    }
  | {
      /** Stays alive, but never writes anything again. */
      silence: true;
    }
  | {
      /** Closes stdin and stays alive: writing to it fails with EPIPE. */
      closeStdin: true;
    }
  | {
      /** Closes stdout and stays alive. */
      closeStdout: true;
    };

/** One step of a turn. */
export type Step =
  | TextStep
  | ThinkingStep
  | ToolStep
  | AgentStep
  | ParallelStep
  | StopStep
  | ApiErrorStep
  | EventStep;

/** The error code of a process that the operating system cannot start. */
export type StartFailure =
  | 'ENOENT'
  | 'EACCES'
  | 'ENOEXEC'
  | 'E2BIG'
  | 'EAGAIN'
  | 'EMFILE'
  | 'ENOMEM'
  | 'ETXTBSY';

/** What is wrong with the simulated process. */
export interface Faults {
  /** The process cannot be started, for this reason. Only with `fakeCli`, not as an executable. */
  failsToStart?: StartFailure;
  /** Writes `stderr` and exits with this code instead of starting. */
  exitAtStart?: { code: number; stderr?: string };
  /** What `--version` prints. */
  versionText?: string;
  /** Answers `initialize` with this error. */
  initializeError?: string;
  /** Never answers `initialize`. */
  initializeSilence?: boolean;
  /** Ignores SIGTERM. */
  ignoreSigterm?: boolean;
  /** Does not exit when its stdin is closed. */
  ignoreEndOfInput?: boolean;
  /** Never reads its stdin. */
  neverReads?: boolean;
  /** A descendant holds stdout open for this many milliseconds after the exit. */
  holdsStdout?: number;
  /** Splits the output into chunks of this many bytes, even in the middle of a character. */
  splitEvery?: number;
  /** Milliseconds between two chunks of output. */
  slowOutput?: number;
}

/**
 * Describes a simulated CLI: its version, its model and its faults. Plain data, so that you can keep
 * it in a JSON file.
 */
export interface Scenario {
  /** The CLI version to simulate. Default: the newest. */
  version?: CliVersion;
  /**
   * Who plays the model. `'script'` (default): the steps of `turns`. `'api'`: your own Messages API
   * at `ANTHROPIC_BASE_URL`, which gets the same requests as the real one.
   */
  model?: 'script' | 'api';
  /**
   * What tools act on. `'memory'` (default): `files`. `'real'`: the disk and a real shell; sessions
   * are then stored under `CLAUDE_CONFIG_DIR` and can be resumed.
   */
  tools?: 'memory' | 'real';
  /** A list of steps for each turn. Further messages repeat the last turn. */
  turns?: readonly (readonly Step[])[];
  /** The files that tools find, by path. Relative paths lie in the working directory. */
  files?: Readonly<Record<string, string>>;
  /** How text is streamed: characters per token (default: words), and milliseconds between tokens. */
  tokens?: { length?: number; every?: number };
  /** What is wrong with the process. */
  faults?: Faults;
}
