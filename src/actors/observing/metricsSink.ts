import type { MessageFrame } from '../../codec/frames.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { MetricLabels, Metrics, Warning } from '../../options/runtimeTypes.js';
import { withoutSecrets } from '../../secrets/redactDeep.js';
import { swallowErrors } from '../../util/swallowErrors.js';
import type { Traffic } from '../process/Traffic.js';
import type { Observation, Sink } from './observation.js';
import { unknownBlockTypes, unknownMessageType } from './unknownTypes.js';

/** The fields of `Traffic` that are counted, with the names of their metrics. */
const trafficMetrics = {
  framesIn: 'claude.lines.received',
  linesOut: 'claude.lines.sent',
  bytesIn: 'claude.bytes.received',
  bytesOut: 'claude.bytes.sent',
  stderrBytes: 'claude.stderr.bytes',
} as const;

type TrafficField = keyof typeof trafficMetrics;

export interface MetricsSinkRun {
  traffic: Traffic;
  mode: string;
  /** The option `label`. */
  label?: string;
}

/** Reports observations to the user's metrics, as counters, gauges and durations. */
export function metricsSink(metrics: Metrics, { traffic, mode, label }: MetricsSinkRun): Sink {
  const runGuarded = (call: () => void) => swallowErrors(call)(undefined);
  const labelled = (labels: MetricLabels) =>
    withoutSecrets(label === undefined ? labels : { ...labels, label });
  const count = (name: string, labels: MetricLabels = {}, by = 1) =>
    runGuarded(() => metrics.count(name, by, labelled(labels)));
  const duration = (name: string, ms: number, labels: MetricLabels) =>
    runGuarded(() => metrics.duration(name, ms, labelled(labels)));
  const changeGauge = (name: string, by: number, given: MetricLabels = {}) => {
    const labels = labelled(given);
    const value = changeSharedGauge(metrics, name, labels, by);
    runGuarded(() => metrics.gauge(name, value, labels));
  };

  let silentMs = 0;
  /** Reported when it begins to count as a stall, as it grows, and when it is over. */
  const reportSilence = (ms: number) => {
    if (ms !== silentMs)
      runGuarded(() => metrics.gauge('claude.process.silence', ms, labelled({ mode })));
    silentMs = ms;
  };

  const reported = new Map<TrafficField, number>();
  const countTraffic = () => {
    for (const field of Object.keys(trafficMetrics) as TrafficField[]) {
      const by = traffic[field] - (reported.get(field) ?? 0);
      reported.set(field, traffic[field]);
      if (by > 0) count(trafficMetrics[field], {}, by);
    }
  };

  const countMessages = (frames: readonly MessageFrame[]) => {
    const types = new Map<string, number>();
    for (const { message } of frames) {
      types.set(message.type, (types.get(message.type) ?? 0) + 1);
      const unknownType = unknownMessageType(message);
      if (unknownType !== undefined) count('claude.messages.unlisted', { type: unknownType });
      for (const type of unknownBlockTypes(message)) count('claude.blocks.unlisted', { type });
    }
    for (const [type, by] of types) count('claude.messages.received', { type }, by);
  };

  const countWarning = ({ code, context }: Warning) => {
    count('claude.warnings', { code });
    const reason = code === 'UndecodableLine' ? String(context.reason) : parseErrors[code];
    if (reason !== undefined) count('claude.parse.errors', { reason });
    if (code === 'Stalled') reportSilence(Number(context.silentMs));
    if (code === 'CallbackTimedOut') count('claude.callback.timeouts', { kind: `${context.kind}` });
  };

  const countError = ({ code }: ClaudeActorsError) => {
    count('claude.errors', { code });
    const reason = parseErrors[code];
    if (reason !== undefined) count('claude.parse.errors', { reason });
  };

  const countRequest = (request: Extract<Observation, { type: 'requestSettled' }>) => {
    const { operation, ms, result, error } = request;
    changeGauge('claude.requests.pending', -1);
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
      case 'discoveryFailed':
        duration('claude.discovery.duration', observation.ms, { result: observation.code });
        break;
      case 'spawned':
        count('claude.process.started', { mode });
        break;
      case 'messages':
        reportSilence(0);
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
      case 'requestSent':
        changeGauge('claude.requests.pending', 1);
        break;
      case 'requestSettled':
        countRequest(observation);
        break;
      case 'lateAnswer':
        count('claude.request.lateAnswers');
        break;
      case 'unanswerable':
        count('claude.requests.unlisted', { subtype: observation.subtype });
        break;
      case 'callbackStarted':
        changeGauge('claude.callbacks.running', 1, { kind: observation.callback.kind });
        break;
      case 'callbackEnded': {
        const { callback, ms, result } = observation;
        const { kind, name } = callback;
        changeGauge('claude.callbacks.running', -1, { kind });
        duration('claude.callback.duration', ms, { kind, name, result });
        break;
      }
      case 'exited': {
        reportSilence(0);
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

/** The warnings and errors that mean that a line could not be read, with the reason to report. */
const parseErrors: Readonly<Record<string, string | undefined>> = {
  JsonDecodeError: 'notJson',
  Utf8DecodeError: 'badUtf8',
  UnexpectedMessage: 'noMessage',
  BufferOverflow: 'oversize',
  LineDropped: 'oversize',
  IncompleteLastLine: 'incomplete',
};

const gauges = new WeakMap<Metrics, Map<string, number>>();

/**
 * Changes a gauge and returns its new value. All runs that report to the same metrics share it: a
 * value per run would overwrite those of the other runs.
 */
function changeSharedGauge(
  metrics: Metrics,
  name: string,
  labels: MetricLabels,
  by: number,
): number {
  const values = gauges.get(metrics) ?? new Map<string, number>();
  gauges.set(metrics, values);
  const key = JSON.stringify([name, labels]);
  const value = (values.get(key) ?? 0) + by;
  values.set(key, value);
  return value;
}
