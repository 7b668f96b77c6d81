import { checkLimits, checkStall, checkTimeouts } from '../checks/checkTimeoutsAndLimits.js';
import {
  checkAbortController,
  checkEnv,
  checkExtraArgs,
  checkMethods,
} from '../checks/simpleChecks.js';
import type { OptionRows } from './optionRow.js';

/** Rows of `RuntimeOptions`. */
export const runtimeRows = {
  mode: {
    type: ['oneOf'],
    values: ['oneShot', 'session'],
  },
  strict: {
    type: ['boolean'],
  },
  abortController: {
    type: ['object'],
    check: checkAbortController,
  },
  signal: {
    type: ['object'],
    check: checkMethods('signal', 'addEventListener', 'removeEventListener'),
  },
  pathToClaudeCodeExecutable: {
    type: ['string'],
    variable: 'CLAUDE_CLI_PATH',
  },
  executable: {
    // A path too: the official SDK starts whatever it is given, and programs use that.
    type: ['string'],
  },
  executableArgs: {
    type: ['stringList'],
    // A CLI that is a program takes them as flags of its own, which may lift restrictions.
    inConfigFile: false,
  },
  spawnClaudeCodeProcess: {
    type: ['function'],
  },
  env: {
    type: ['record'],
    check: checkEnv,
    merge: 'deep',
  },
  envMode: {
    type: ['oneOf'],
    values: ['overlay', 'replace'],
  },
  skipVersionCheck: {
    type: ['boolean'],
    variable: 'CLAUDE_SKIP_VERSION_CHECK',
  },
  permissiveVersionCheck: {
    type: ['boolean'],
    variable: 'CLAUDE_PERMISSIVE_VERSION_CHECK',
  },
  strictExitStatus: {
    type: ['boolean'],
    variable: 'CLAUDE_STRICT_EXIT_STATUS',
  },
  timeouts: {
    type: ['record'],
    check: checkTimeouts,
    merge: 'deep',
  },
  limits: {
    type: ['record'],
    check: checkLimits,
    merge: 'deep',
  },
  stall: {
    type: ['record'],
    check: checkStall,
    merge: 'deep',
  },
  waitFor: {
    type: ['oneOf'],
    values: ['turn', 'agents', 'tasks'],
  },
  guard: {
    type: ['boolean'],
  },
  leftovers: {
    type: ['oneOf'],
    values: ['kill', 'keep'],
  },
  configFile: {
    type: ['string'],
    variable: 'CLAUDE_ACTORS_CONFIG',
    inConfigFile: false,
  },
  label: {
    type: ['string'],
  },
  logger: {
    type: ['object'],
    check: checkMethods('logger', 'debug', 'info', 'warn', 'error'),
  },
  metrics: {
    type: ['object'],
    check: checkMethods('metrics', 'count', 'gauge', 'duration'),
  },
  telemetry: {
    type: ['object'],
    check: checkMethods('telemetry', 'observe'),
  },
  onWarning: {
    type: ['function'],
  },
  inspect: {
    type: ['oneOf', 'function', 'object'],
    values: ['page'],
    inConfigFile: false,
  },
  clock: {
    type: ['object'],
    check: checkMethods('clock', 'setTimeout', 'clearTimeout'),
  },
  port: {
    type: ['object'],
    check: checkMethods('port', 'start'),
  },
  extraArgs: {
    type: ['record'],
    check: checkExtraArgs,
    flags: [{ kind: 'pairs', from: (flags) => Object.entries(flags) }],
    variable: 'CLAUDE_EXTRA_ARGS',
    merge: 'append',
  },
} satisfies OptionRows;
