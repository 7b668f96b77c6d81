export interface Instrument {
  kind: 'counter' | 'gauge' | 'histogram';
  /** A UCUM unit, with what is counted in braces. */
  unit: string;
  description: string;
}

const counter = (unit: string, description: string): Instrument => ({
  kind: 'counter',
  unit,
  description,
});
const gauge = (unit: string, description: string): Instrument => ({
  kind: 'gauge',
  unit,
  description,
});
/** A histogram of durations, in seconds. */
const histogram = (description: string): Instrument => ({
  kind: 'histogram',
  unit: 's',
  description,
});

/** The unit and description of every metric that the option `metrics` reports. */
export const instruments: Readonly<Record<string, Instrument>> = {
  'claude.discovery.duration': histogram('Time to find the CLI'),
  'claude.process.started': counter('{process}', 'Processes started'),
  'claude.process.exited': counter('{process}', 'Processes exited'),
  'claude.process.runtime': histogram('Process lifetime, from start to exit'),
  'claude.process.silence': gauge('ms', 'Time since the CLI was last active, while it stalls'),
  'claude.messages.sent': counter('{message}', 'User messages sent'),
  'claude.messages.received': counter('{message}', 'Messages received from the CLI'),
  'claude.messages.unlisted': counter('{message}', 'Messages of an unknown type'),
  'claude.blocks.unlisted': counter('{block}', 'Content blocks of an unknown type'),
  'claude.lines.sent': counter('{line}', 'Lines written to the CLI'),
  'claude.lines.received': counter('{line}', 'Lines read from the CLI'),
  'claude.bytes.sent': counter('By', 'Bytes written to the CLI'),
  'claude.bytes.received': counter('By', 'Bytes read from the CLI'),
  'claude.stderr.bytes': counter('By', "Bytes read from the CLI's stderr"),
  'claude.requests.pending': gauge('{request}', 'Control requests that wait for an answer'),
  'claude.request.duration': histogram('Time from a control request to its answer'),
  'claude.request.timeouts': counter('{request}', 'Control requests that timed out'),
  'claude.request.errors': counter('{request}', 'Control requests that failed for another reason'),
  'claude.request.lateAnswers': counter(
    '{answer}',
    'Answers that came after the request was given up',
  ),
  'claude.requests.unlisted': counter('{request}', 'Requests from the CLI of an unknown type'),
  'claude.callbacks.running': gauge('{callback}', 'Callbacks that are running'),
  'claude.callback.duration': histogram('Time from a callback to its answer'),
  'claude.callback.timeouts': counter('{callback}', 'Callbacks that timed out'),
  'claude.parse.errors': counter('{line}', 'Lines that could not be parsed'),
  'claude.warnings': counter('{warning}', 'Warnings'),
  'claude.errors': counter('{error}', 'Errors, except those of control requests'),
};
