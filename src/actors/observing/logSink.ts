import type { ClaudeActorsError } from '../../errors.js';
import type { Logger } from '../../options/runtimeTypes.js';
import { redact, redactArgv } from '../../secrets/redact.js';
import { redactDeep } from '../../secrets/redactDeep.js';
import { swallowErrors } from '../../util/swallowErrors.js';
import type { Traffic } from '../process/Traffic.js';
import type { Observation, Sink } from './observation.js';

interface LogLine {
  level: keyof Logger;
  fields: object;
  message: string;
}

/** Writes observations to the user's logger, with secrets redacted. */
export function logSink(logger: Logger, label?: string): Sink {
  let pid: number | undefined;
  return swallowErrors((observation: Observation) => {
    if (observation.type === 'spawned') pid = observation.pid;
    const line = lineOf(observation);
    if (!line) return;
    const run = { ...(label !== undefined && { label }), ...(pid && { pid }) };
    const fields = redactDeep({ ...run, ...line.fields }) as object;
    // Called as a method, because loggers like pino's need `this`. Returned, because it may reject.
    return logger[line.level](fields, redact(line.message));
  });
}

function lineOf(observation: Observation): LogLine | undefined {
  switch (observation.type) {
    case 'discovered': {
      const { path: cliPath, ms, trace } = observation;
      return { level: 'debug', fields: { cliPath, ms, trace }, message: 'CLI found' };
    }
    case 'spawned': {
      const { path: cliPath, command } = observation;
      const { file, args, cwd } = command;
      const argv = redactArgv([file, ...args]);
      return { level: 'info', fields: { cliPath, argv, cwd }, message: 'CLI started' };
    }
    case 'version': {
      const { version: cliVersion, path: cliPath } = observation;
      return { level: 'info', fields: { cliPath, cliVersion }, message: 'CLI version' };
    }
    case 'state': {
      const { state } = observation;
      return { level: 'debug', fields: { state }, message: 'state changed' };
    }
    case 'turn': {
      const { uuid, state } = observation;
      const level = state === 'discarded' ? 'warn' : 'debug';
      return { level, fields: { uuid, state }, message: 'turn' };
    }
    case 'warning': {
      const { code, message, context } = observation.warning;
      // The CLI message it is about may be long, and may hold content.
      const { message: _, ...rest } = context;
      return { level: 'warn', fields: { code, context: rest }, message };
    }
    case 'error': {
      const { error } = observation;
      // The user aborted on purpose.
      const level = error.code === 'Aborted' ? 'info' : 'error';
      return { level, fields: errorFields(error), message: error.message };
    }
    case 'requestSettled':
      return operationLine(observation);
    case 'lateAnswer': {
      const { requestId } = observation;
      return { level: 'debug', fields: { requestId }, message: 'late answer dropped' };
    }
    case 'unanswerable': {
      const { type: _, why, ...fields } = observation;
      return { level: 'warn', fields, message: why };
    }
    case 'callbackEnded': {
      const { callback, ms, result } = observation;
      return { level: 'debug', fields: { ...callback, ms, result }, message: 'callback' };
    }
    case 'exited':
      return { level: 'info', fields: exitFields(observation.traffic), message: 'CLI exited' };
    default:
      return undefined;
  }
}

const levels = {
  succeeded: 'debug',
  cancelled: 'debug',
  timedOut: 'warn',
  failed: 'error',
} as const;

function operationLine({
  operation,
  ms,
  result,
  error,
}: Extract<Observation, { type: 'requestSettled' }>): LogLine | undefined {
  if (!error) return { level: 'debug', fields: { operation, ms, result }, message: 'operation' };
  // The session fails with the same error and logs it.
  if (operation === 'initialize') return undefined;
  return {
    level: levels[result],
    fields: { ...errorFields(error), operation, ms, result },
    message: error.message,
  };
}

function errorFields({ code, category, details, cause }: ClaudeActorsError): object {
  return { ...details, code, category, ...(cause !== undefined && { cause }) };
}

function exitFields(traffic: Readonly<Traffic>): object {
  const { exit, runtimeMs, framesIn, linesOut, bytesIn, bytesOut, stderrLines } = traffic;
  return {
    exitCode: exit?.code,
    signal: exit?.signal,
    runtimeMs,
    linesIn: framesIn,
    linesOut,
    bytesIn,
    bytesOut,
    stderrLines,
  };
}
