export interface Instrument {
  kind: 'counter' | 'gauge' | 'histogram';
  /** By the UCUM, with what is counted in braces. */
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
/** Of durations, in seconds. */
const histogram = (description: string): Instrument => ({
  kind: 'histogram',
  unit: 's',
  description,
});

/** Every metric of the option `metrics`, as an instrument. */
export const instruments: Readonly<Record<string, Instrument>> = {
  'claude.discovery.duration': histogram('The search for the CLI'),
  'claude.process.started': counter('{process}', 'Processes started'),
  'claude.process.exited': counter('{process}', 'Processes gone'),
  'claude.process.runtime': histogram('Processes, from start to exit'),
  'claude.messages.sent': counter('{message}', 'Messages of the user'),
  'claude.messages.received': counter('{message}', 'Messages of the CLI'),
  'claude.messages.unlisted': counter('{message}', 'Messages of a type that is not known'),
  'claude.blocks.unlisted': counter('{block}', 'Content blocks of a type that is not known'),
  'claude.lines.sent': counter('{line}', 'Lines written to the CLI'),
  'claude.lines.received': counter('{line}', 'Lines read from the CLI'),
  'claude.bytes.sent': counter('By', 'Bytes written to the CLI'),
  'claude.bytes.received': counter('By', 'Bytes read from the CLI'),
  'claude.stderr.bytes': counter('By', "Bytes of the CLI's stderr"),
  'claude.requests.pending': gauge('{request}', 'Control requests without an answer'),
  'claude.request.duration': histogram('Control requests, from asking to the answer'),
  'claude.request.timeouts': counter('{request}', 'Control requests without an answer in time'),
  'claude.request.errors': counter('{request}', 'Control requests that failed otherwise'),
  'claude.request.lateAnswers': counter('{answer}', 'Answers that nobody waited for any more'),
  'claude.requests.unlisted': counter('{request}', 'Requests of the CLI that are not known'),
  'claude.callbacks.running': gauge('{callback}', 'Callbacks at work'),
  'claude.callback.duration': histogram('Callbacks, from the call to the answer'),
  'claude.callback.timeouts': counter('{callback}', 'Callbacks that took too long'),
  'claude.parse.errors': counter('{line}', 'Lines that could not be read'),
  'claude.warnings': counter('{warning}', 'Warnings'),
  'claude.errors': counter('{error}', 'Errors, those of control requests apart'),
};
