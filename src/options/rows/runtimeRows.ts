import { checkEnv } from '../checkEnv.js';
import { checkFlagValues } from '../checkFlagValues.js';
import { checkLimits } from '../checkLimits.js';
import { checkController, checkMethods } from '../checkMethods.js';
import { checkStall, checkTimeouts } from '../checkTimeouts.js';
import type { OptionRows } from '../optionRow.js';

/** How this library starts, watches and ends the CLI. */
export const runtimeRows = {
  mode: {
    doc: 'One run from the command line, a session over stdin, or whichever fits.',
    type: ['oneOf'],
    values: ['auto', 'oneShot', 'session'],
    default: 'auto',
  },
  abortController: {
    doc: 'Aborting it stops the run.',
    type: ['object'],
    check: checkController,
  },
  signal: {
    doc: 'Its abort stops the run.',
    type: ['object'],
    check: checkMethods('signal', 'addEventListener', 'removeEventListener'),
  },
  pathToClaudeCodeExecutable: {
    doc: 'The CLI to run.',
    type: ['string'],
    default: 'the first found',
    variable: 'CLAUDE_CLI_PATH',
  },
  executable: {
    doc: 'The runtime for a CLI that is a JavaScript file.',
    type: ['oneOf'],
    values: ['bun', 'deno', 'node'],
    default: 'the one that runs this program',
  },
  executableArgs: {
    doc: 'Arguments for that runtime.',
    type: ['stringList'],
  },
  spawnClaudeCodeProcess: {
    doc: 'Starts the CLI in your own way: in a container, on another machine.',
    type: ['function'],
  },
  env: {
    doc: 'Environment variables for the CLI; undefined removes one.',
    type: ['record'],
    check: checkEnv,
    merge: 'deep',
  },
  envMode: {
    doc: "Whether `env` is laid over this process's environment or replaces it.",
    type: ['oneOf'],
    values: ['overlay', 'replace'],
    default: 'overlay',
  },
  skipVersionCheck: {
    doc: "Do not look at the CLI's version.",
    type: ['boolean'],
    variable: 'CLAUDE_SKIP_VERSION_CHECK',
  },
  permissiveVersionCheck: {
    doc: 'Go on with a warning when the version cannot be read.',
    type: ['boolean'],
    variable: 'CLAUDE_PERMISSIVE_VERSION_CHECK',
  },
  strictExitStatus: {
    doc: 'A non-zero exit after a good result is an error.',
    type: ['boolean'],
    variable: 'CLAUDE_STRICT_EXIT_STATUS',
  },
  timeouts: {
    doc: 'How long things may take, in milliseconds.',
    type: ['record'],
    check: checkTimeouts,
    merge: 'deep',
  },
  limits: {
    doc: 'How much may be held in memory or wait.',
    type: ['record'],
    check: checkLimits,
    merge: 'deep',
  },
  stall: {
    doc: 'When silence counts as a stall, and what is done about it.',
    type: ['record'],
    check: checkStall,
    // A query's process is not watched.
    needsSession: () => true,
    merge: 'deep',
  },
  waitFor: {
    doc: "When a run is over: after the turn, the turn's agents, or all of its tasks.",
    type: ['oneOf'],
    values: ['turn', 'agents', 'tasks'],
    default: 'agents',
  },
  guard: {
    doc: 'Whether a helper process ends the CLI when this one is killed.',
    type: ['boolean'],
    default: 'true',
  },
  configFile: {
    doc: 'A JSON file with options. None is read unless it is named.',
    type: ['string'],
    variable: 'CLAUDE_ACTORS_CONFIG',
    inConfigFile: false,
  },
  logger: {
    doc: "A logger of pino's shape.",
    type: ['object'],
    check: checkMethods('logger', 'debug', 'info', 'warn', 'error'),
    default: 'silent',
  },
  metrics: {
    doc: 'Gets counters, gauges and durations.',
    type: ['object'],
    check: checkMethods('metrics', 'count', 'gauge', 'duration'),
  },
  telemetry: {
    doc: 'Spans and instruments of OpenTelemetry: what openTelemetry() gives.',
    type: ['object'],
    check: checkMethods('telemetry', 'observe'),
  },
  onWarning: {
    doc: 'Called with each warning.',
    type: ['function'],
  },
  inspect: {
    doc: "An XState inspection observer, or 'page' for a page on loopback that shows the run.",
    type: ['oneOf', 'function', 'object'],
    values: ['page'],
    inConfigFile: false,
  },
  clock: {
    doc: 'The clock of all timers; tests put a simulated one here.',
    type: ['object'],
    check: checkMethods('clock', 'setTimeout', 'clearTimeout'),
  },
  port: {
    doc: 'Starts processes; tests put a fake one here.',
    type: ['object'],
    check: checkMethods('port', 'start'),
  },
  extraArgs: {
    doc: 'More flags of the CLI by name, without dashes; null for a flag without a value.',
    type: ['record'],
    check: checkFlagValues,
    flags: [{ kind: 'pairs', from: (flags) => Object.entries(flags) }],
    variable: 'CLAUDE_EXTRA_ARGS',
    merge: 'append',
  },
} satisfies OptionRows;
