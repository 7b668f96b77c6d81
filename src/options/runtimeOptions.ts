import type { Limits, Stall, Timeouts } from './limitTypes.js';
import type { SpawnedProcess, SpawnOptions } from './processTypes.js';
import type {
  ClockLike,
  InspectLike,
  Logger,
  Metrics,
  PortLike,
  TelemetryLike,
  Warning,
} from './runtimeTypes.js';

/** How claude-actors starts, watches and stops the CLI. */
export type RuntimeOptions = {
  /**
   * How a query runs: `'session'`, in which control methods, hooks and background agents work, or
   * `'oneShot'`, with one string as the prompt and nothing else.
   *
   * @default 'session'
   */
  mode?: 'oneShot' | 'session';
  /**
   * Make it an error if the options contain an unknown name or `null`, if a prompt is empty, or, in
   * `query()`, if a value has to be converted or `permissionMode: 'bypassPermissions'` stands alone.
   * Otherwise these are warnings.
   *
   * @default false
   */
  strict?: boolean;
  /** Stops the run when you abort it. */
  abortController?: AbortController;
  /** Stops the run when it aborts. You can set both this and `abortController`. */
  signal?: AbortSignal;
  /**
   * The path of the CLI.
   *
   * @default the first CLI found; `npx claude-actors doctor` shows which
   */
  pathToClaudeCodeExecutable?: string;
  /**
   * The runtime for a CLI that is a JavaScript file. At run time, a path works too.
   *
   * @default the runtime of this program
   */
  executable?: 'bun' | 'deno' | 'node';
  /**
   * Arguments for the runtime of a CLI that is a JavaScript file, such as
   * `['--max-old-space-size=4096']`. Any other CLI gets them before its own arguments.
   */
  executableArgs?: string[];
  /** Starts the CLI your own way, for example in a container or on another machine. */
  spawnClaudeCodeProcess?: (options: SpawnOptions) => SpawnedProcess;
  /**
   * The environment of the CLI, instead of this process's own. Spread `process.env` to add to it, or
   * set `envMode: 'overlay'`.
   *
   * @example { ...process.env, ANTHROPIC_API_KEY: key }
   */
  env?: Record<string, string | undefined>;
  /**
   * Whether `env` replaces this process's environment, as in the official SDK, or is laid over it.
   * With `'overlay'`, `undefined` removes a variable.
   *
   * @default 'replace'
   */
  envMode?: 'overlay' | 'replace';
  /** Do not check the CLI's version. */
  skipVersionCheck?: boolean;
  /** If the CLI's version cannot be read, continue with a warning instead of an error. */
  permissiveVersionCheck?: boolean;
  /** Make it an error if the CLI exits with a non-zero code after a good result. */
  strictExitStatus?: boolean;
  /**
   * How long each step may take, in milliseconds.
   *
   * @example { initialize: 60_000, hook: { PreToolUse: 5000 } }
   */
  timeouts?: Timeouts;
  /** How much may be kept in memory, and how many requests and callbacks may wait. */
  limits?: Limits;
  /** After how much silence the CLI counts as stalled, and what to do then. */
  stall?: Stall;
  /**
   * When a run counts as finished: with its last turn (`'turn'`), once background agents are done
   * too (`'agents'`), or once all background tasks are, including shells that may never end
   * (`'tasks'`).
   *
   * @default 'agents'
   */
  waitFor?: 'turn' | 'agents' | 'tasks';
  /**
   * Whether a small helper process kills the CLI if this process is killed. Not on Windows.
   *
   * @default true
   */
  guard?: boolean;
  /**
   * What happens to processes that outlive the CLI: background shells, servers, daemons. They are
   * killed (`'kill'`), or live on (`'keep'`) unless a signal other than SIGINT and SIGTERM killed the
   * CLI. On Windows they always live on, because nothing shows what started them.
   *
   * @default 'kill'
   */
  leftovers?: 'kill' | 'keep';
  /** The path of a JSON file with options. No config file is read unless you name one. */
  configFile?: string;
  /**
   * A name of your own for this run, such as a user's id. It shows in log lines, metrics, spans and
   * inspectors. A metric gets one series for each label, so keep their number small if you use
   * `metrics`.
   */
  label?: string;
  /**
   * A logger with the interface of pino.
   *
   * @default none; nothing is ever written to the console
   */
  logger?: Logger;
  /** Receives counters, gauges and durations. */
  metrics?: Metrics;
  /**
   * Creates OpenTelemetry spans and metrics. Pass the return value of `openTelemetry()` from
   * `claude-actors/opentelemetry`.
   */
  telemetry?: TelemetryLike;
  /** Called with each warning: something unexpected that did not stop the run. */
  onWarning?: (warning: Warning) => void;
  /** An XState inspection observer, or `'page'` to open a local web page that shows the run. */
  inspect?: InspectLike;
  /** The clock for all timers. Tests pass a simulated one. */
  clock?: ClockLike;
  /** Starts processes. Tests pass a fake. */
  port?: PortLike;
  /**
   * CLI flags that have no option of their own, without dashes. Use null for a flag without a value.
   *
   * @example { 'some-flag': 'value', 'a-switch': null }
   */
  extraArgs?: Record<string, string | null>;
};
