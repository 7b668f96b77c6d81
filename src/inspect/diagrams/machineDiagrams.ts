import type { AnyStateMachine } from 'xstate';
import { callbackChart } from '../../machines/callbackChart.js';
import { processChart } from '../../machines/processChart.js';
import { queryChart } from '../../machines/query/queryChart.js';
import { requestChart } from '../../machines/requestChart.js';
import { sessionChart } from '../../machines/session/sessionChart.js';
import { taskChart } from '../../machines/taskChart.js';
import { turnChart } from '../../machines/turnChart.js';
import { versionChart } from '../../machines/versionChart.js';
import { watchdogChart } from '../../machines/watchdogChart.js';
import type { MermaidOptions } from './toMermaid.js';

/** How a machine of this package is drawn. */
export interface Diagram {
  machine: AnyStateMachine;
  /** What it is, in a sentence. */
  summary: string;
  options?: MermaidOptions;
  /** A second drawing, of the changes of state alone. */
  overview?: MermaidOptions;
}

const sideBySide = {
  running: 'LR',
  'running.turn': 'LR',
  'running.run': 'LR',
  'running.input': 'LR',
} as const;

export const diagrams: Readonly<Record<string, Diagram>> = {
  session: {
    machine: sessionChart,
    summary: 'One conversation with one CLI process, from its start until the process is gone.',
    options: { directions: sideBySide },
    overview: { directions: sideBySide, overview: true, collapse: ['stopping'] },
  },
  query: {
    machine: queryChart,
    summary: 'The one-shot stream: one process, its messages, one result, and a certain end.',
  },
  process: {
    machine: processChart,
    summary:
      'One OS process: its start, its input, one write at a time, and the ladder on which it ends.',
    options: { actions: 'inStates' },
  },
  request: {
    machine: requestChart,
    summary: 'One control request that the session sent. The first event wins.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  callback: {
    machine: callbackChart,
    summary: 'One request from the CLI that user code answers. The first event wins.',
    options: { actions: 'everywhere' },
  },
  turn: {
    machine: turnChart,
    summary: 'One user message, from the pipe to its result.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  task: {
    machine: taskChart,
    summary: 'One background task that the CLI reports. The first report of its end wins.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  watchdog: {
    machine: watchdogChart,
    summary: 'Notices silence and says so to its parent, again and again while it lasts.',
    options: { actions: 'everywhere' },
  },
  version: {
    machine: versionChart,
    summary: "Finds out the CLI's version beside its start; a probe that hangs is told to give up.",
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
};
