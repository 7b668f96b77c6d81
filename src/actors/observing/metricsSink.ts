import type { MessageFrame } from '../../codec/frames.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { MetricLabels, Metrics, Warning } from '../../options/runtimeTypes.js';
import { swallowErrors } from '../../util/swallowErrors.js';
import type { Traffic } from '../process/Traffic.js';
import type { Observation, Sink } from './observation.js';
import { sharedGauge } from './sharedGauge.js';
import { unlistedBlocks, unlistedMessage } from './unknownTypes.js';

const flows = {
  framesIn: 'claude.lines.received',
  linesOut: 'claude.lines.sent',
  bytesIn: 'claude.bytes.received',
  bytesOut: 'claude.bytes.sent',
  stderrBytes: 'claude.stderr.bytes',
} as const;

type Flow = keyof typeof flows;

/** Counts and times observations. */
export function metricsSink(metrics: Metrics, traffic: Traffic, mode: string): Sink {
  const guard = (call: () => void) => swallowErrors(call)(undefined);
  const count = (name: string, labels: MetricLabels = {}, by = 1) =>
    guard(() => metrics.count(name, by, labels));
  const duration = (name: string, ms: number, labels: MetricLabels) =>
    guard(() => metrics.duration(name, ms, labels));
  const shift = (name: string, by: number, labels: MetricLabels = {}) => {
    const value = sharedGauge(metrics, name, labels, by);
    guard(() => metrics.gauge(name, value, labels));
  };

  const told = new Map<Flow, number>();
  const countTraffic = () => {
    for (const flow of Object.keys(flows) as Flow[]) {
      const by = traffic[flow] - (told.get(flow) ?? 0);
      told.set(flow, traffic[flow]);
      if (by > 0) count(flows[flow], {}, by);
    }
  };

  const countMessages = (frames: readonly MessageFrame[]) => {
    const types = new Map<string, number>();
    for (const { message } of frames) {
      types.set(message.type, (types.get(message.type) ?? 0) + 1);
      const unlisted = unlistedMessage(message);
      if (unlisted !== undefined) count('claude.messages.unlisted', { type: unlisted });
      for (const type of unlistedBlocks(message)) count('claude.blocks.unlisted', { type });
    }
    for (const [type, by] of types) count('claude.messages.received', { type }, by);
  };

  const countWarning = ({ code, context }: Warning) => {
    count('claude.warnings', { code });
    const reason = code === 'UndecodableLine' ? String(context.reason) : unreadable[code];
    if (reason !== undefined) count('claude.parse.errors', { reason });
    if (code === 'CallbackTimedOut') count('claude.callback.timeouts', { kind: `${context.kind}` });
  };

  const countError = ({ code }: ClaudeActorsError) => {
    count('claude.errors', { code });
    const reason = unreadable[code];
    if (reason !== undefined) count('claude.parse.errors', { reason });
  };

  const countAnswer = (answer: Extract<Observation, { type: 'answered' }>) => {
    const { operation, ms, result, error } = answer;
    shift('claude.requests.pending', -1);
    duration('claude.request.duration', ms, { operation, result });
    if (result === 'timedOut') count('claude.request.timeouts', { operation });
    if (result === 'failed') {
      count('claude.request.errors', { operation, code: error?.code ?? 'unknown' });
    }
  };

  return (observation) => {
    switch (observation.type) {
      case 'discovered':
        duration('claude.discovery.duration', observation.ms, { result: 'found' });
        break;
      case 'undiscovered':
        duration('claude.discovery.duration', observation.ms, { result: observation.code });
        break;
      case 'spawned':
        count('claude.process.started', { mode });
        break;
      case 'messages':
        countMessages(observation.frames);
        countTraffic();
        break;
      case 'turn':
        if (observation.state === 'queued') count('claude.messages.sent');
        break;
      case 'warning':
        countWarning(observation.warning);
        break;
      case 'error':
        countError(observation.error);
        break;
      case 'asked':
        shift('claude.requests.pending', 1);
        break;
      case 'answered':
        countAnswer(observation);
        break;
      case 'lateAnswer':
        count('claude.request.lateAnswers');
        break;
      case 'unanswerable':
        count('claude.requests.unlisted', { subtype: observation.subtype });
        break;
      case 'callbackBegun':
        shift('claude.callbacks.running', 1, { kind: observation.callback.kind });
        break;
      case 'callbackEnded': {
        const { callback, ms, result } = observation;
        const { kind, name } = callback;
        shift('claude.callbacks.running', -1, { kind });
        duration('claude.callback.duration', ms, { kind, name, result });
        break;
      }
      case 'exited': {
        countTraffic();
        const { exit, runtimeMs } = observation.traffic;
        const how = String(exit?.signal ?? exit?.code ?? 'unknown');
        count('claude.process.exited', { mode, exit: how });
        if (runtimeMs !== undefined) duration('claude.process.runtime', runtimeMs, { mode });
        break;
      }
      default:
        break;
    }
  };
}

/** The warnings and errors that mean a line could not be read, by why. */
const unreadable: Readonly<Record<string, string | undefined>> = {
  JsonDecodeError: 'notJson',
  Utf8DecodeError: 'badUtf8',
  UnexpectedMessage: 'noMessage',
  BufferOverflow: 'oversize',
  LineDropped: 'oversize',
  IncompleteLastLine: 'incomplete',
};
