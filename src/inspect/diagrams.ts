import type { AnyStateMachine } from 'xstate';
import { callbackMachine } from '../machines/callbackMachine.js';
import { processMachine } from '../machines/processMachine.js';
import { queryMachine } from '../machines/query/queryMachine.js';
import { requestMachine } from '../machines/requestMachine.js';
import { sessionMachine } from '../machines/session/sessionMachine.js';
import { taskMachine } from '../machines/taskMachine.js';
import { turnMachine } from '../machines/turnMachine.js';
import { versionMachine } from '../machines/versionMachine.js';
import { watchdogMachine } from '../machines/watchdogMachine.js';
import type { MermaidOptions } from './mermaid.js';

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
    machine: sessionMachine,
    summary: 'One conversation with one CLI process, from its start until the process is gone.',
    options: { directions: sideBySide },
    overview: { directions: sideBySide, overview: true, collapse: ['stopping'] },
  },
  query: {
    machine: queryMachine,
    summary: 'The one-shot stream: one process, its messages, one result, and a certain end.',
  },
  process: {
    machine: processMachine,
    summary:
      'One OS process: its start, its input, one write at a time, and the ladder on which it ends.',
    options: { actions: 'inStates' },
  },
  request: {
    machine: requestMachine,
    summary: 'One control request that the session sent. The first event wins.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  callback: {
    machine: callbackMachine,
    summary: 'One request from the CLI that user code answers. The first event wins.',
    options: { actions: 'everywhere' },
  },
  turn: {
    machine: turnMachine,
    summary: 'One user message, from the pipe to its result.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  task: {
    machine: taskMachine,
    summary: 'One background task that the CLI reports. The first report of its end wins.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  watchdog: {
    machine: watchdogMachine,
    summary: 'Notices silence and says so to its parent, again and again while it lasts.',
    options: { actions: 'everywhere' },
  },
  version: {
    machine: versionMachine,
    summary: "Finds out the CLI's version beside its start; a probe that hangs is told to give up.",
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
};
