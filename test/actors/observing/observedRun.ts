import { SimulatedClock } from 'xstate';
import { memoryPort } from '../../../src/ffi/process/memoryPort.js';
import type { MemoryProcess } from '../../../src/ffi/process/memoryProcess.js';
import type { Logger, MetricLabels, Warning } from '../../../src/options/runtimeTypes.js';
import type { Options } from '../../../src/options/types.js';

export interface LogLine {
  level: keyof Logger;
  message: string;
  fields: Record<string, unknown>;
}

export interface Metric {
  kind: 'count' | 'gauge' | 'duration';
  name: string;
  value: number;
  labels: MetricLabels;
}

/** Options with everybody who can be told listening, over a CLI that the test plays. */
export function observedRun(more: Options = {}, { greets = true } = {}) {
  const lines: LogLine[] = [];
  const metrics: Metric[] = [];
  const warnings: Warning[] = [];
  const clock = new SimulatedClock();
  const port = memoryPort({
    started: (process) => process.spawn(7),
    wrote: (process, line) => greets && isSession(process) && greet(process, line),
    ended: (process) => isSession(process) && leave(process),
    killed: (process) => leave(process),
  });
  const write = (level: keyof Logger) => (fields: object | string, message?: string) => {
    if (typeof fields === 'string') throw new Error('Every line has fields.');
    lines.push({ level, message: message ?? '', fields: fields as LogLine['fields'] });
  };
  const note = (kind: Metric['kind']) => (name: string, value: number, labels: MetricLabels) => {
    metrics.push({ kind, name, value, labels });
  };
  const options: Options = {
    logger: {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
    },
    metrics: { count: note('count'), gauge: note('gauge'), duration: note('duration') },
    onWarning: (warning) => warnings.push(warning),
    port,
    clock,
    ...more,
  };
  const process = (): MemoryProcess => {
    const [first] = port.processes;
    if (!first) throw new Error('nothing was started');
    return first;
  };
  const say = (...frames: object[]) =>
    process().stdout(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
  const logged = (level: keyof Logger, message?: string) =>
    lines.filter(
      (line) => line.level === level && (message === undefined || line.message === message),
    );
  const measured = (name: string) => metrics.filter((metric) => metric.name === name);
  return { options, lines, metrics, warnings, clock, process, say, logged, measured };
}

const initialization = { commands: [], models: [], account: {} };

function isSession({ command }: MemoryProcess): boolean {
  return command.args.includes('--input-format');
}

/** The handshake, which no test here is about. */
function greet(process: MemoryProcess, line: string): void {
  const frame = JSON.parse(line) as { request_id?: string; request?: { subtype?: string } };
  if (frame.request?.subtype !== 'initialize') return;
  process.stdout(`${JSON.stringify(answerTo(frame.request_id ?? '', initialization))}\n`);
}

const gone = new WeakSet<MemoryProcess>();

export function leave(process: MemoryProcess, code = 0): void {
  if (gone.has(process)) return;
  gone.add(process);
  process.endStdout();
  process.exit({ code });
}

export function answerTo(requestId: string, response: object = {}): object {
  return {
    type: 'control_response',
    response: { subtype: 'success', request_id: requestId, response },
  };
}

export function refusalOf(requestId: string, error: string): object {
  return { type: 'control_response', response: { subtype: 'error', request_id: requestId, error } };
}

export function hookRequest(id: string, callbackId = 'hook_0'): object {
  const input = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} };
  const request = { subtype: 'hook_callback', callback_id: callbackId, input };
  return { type: 'control_request', request_id: id, request };
}

export function permissionRequest(id: string): object {
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: {} };
  return { type: 'control_request', request_id: id, request };
}

export function mcpRequest(id: string, server: string): object {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const request = { subtype: 'mcp_message', server_name: server, message };
  return { type: 'control_request', request_id: id, request };
}

export const success = { type: 'result', subtype: 'success', is_error: false, session_id: 's' };
