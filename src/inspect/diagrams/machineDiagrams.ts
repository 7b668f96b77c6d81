import type { AnyStateMachine } from 'xstate';
import { type OwnMachineName, ownMachines } from '../chart/ownMachines.js';
import type { MermaidOptions } from './toMermaid.js';

/** How a machine of this library is drawn and described. */
export interface MachineDiagram {
  machine: AnyStateMachine;
  /** What the machine stands for. */
  summary: string;
  options?: MermaidOptions;
  /** The options of a second, simpler drawing that comes first. */
  overview?: MermaidOptions;
}

const regionsSideBySide = {
  running: 'LR',
  'running.turn': 'LR',
  'running.run': 'LR',
  'running.input': 'LR',
} as const;

const drawings: Readonly<Record<OwnMachineName, Omit<MachineDiagram, 'machine'>>> = {
  session: {
    summary: 'One conversation with one CLI process, from its start until the process has exited.',
    options: { directions: regionsSideBySide },
    overview: { directions: regionsSideBySide, overview: true, collapse: ['stopping'] },
  },
  query: {
    summary:
      'A one-shot query: one process, a stream of messages, one result, and an end whatever happens.',
  },
  process: {
    summary:
      'One OS process: how it starts, how its stdin is written one batch at a time, and how it is shut down.',
    options: { actions: 'inStates' },
  },
  request: {
    summary: 'One control request that the session sent to the CLI. The first event wins.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  callback: {
    summary:
      'One request from the CLI that your code answers: a hook, a permission or an MCP message. The first event wins.',
    options: { actions: 'everywhere' },
  },
  turn: {
    summary: 'One user message, from stdin to its result.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  task: {
    summary: 'One background task that the CLI reports. The first report of its end wins.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  watchdog: {
    summary: 'Warns its parent when the CLI has been silent for too long, and keeps warning.',
    options: { actions: 'everywhere' },
  },
  version: {
    summary: 'Asks the CLI for its version while the session starts. Gives up if the probe hangs.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  spare: {
    summary:
      'A CLI that `startup()` or `prewarm()` has started: from its spawn until a prompt is sent. Its process belongs to a session.',
    options: { actions: 'everywhere' },
  },
  pool: {
    summary:
      'Many conversations over a limited number of processes. Its ledger decides who gets one, and who makes room.',
    options: { actions: 'everywhere' },
  },
  pooledSession: {
    summary:
      'One conversation of a pool, from a message that finds it parked until it is parked again.',
    options: { actions: 'inStates' },
  },
  poolSpare: {
    summary: 'A process that waits for a new conversation, so that its first answer comes sooner.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
  approval: {
    summary:
      'A tool call that needs an approval: what became of the answer, and where the call waits for it.',
    options: { actions: 'everywhere' },
  },
  conversation: {
    summary:
      'What a fleet remembers about a conversation, whichever worker runs it. Every step is one change of its record. An event of a stale owner does nothing.',
  },
  lease: {
    summary: "A worker's lease of one conversation: renewed in time, or lost.",
    options: { actions: 'everywhere' },
  },
  deadline: {
    summary: 'How long the process of a conversation may live unless its lease is renewed.',
    options: { directions: { '': 'LR' }, actions: 'everywhere' },
  },
};

/** All machines of this library, by name. */
export const machineDiagrams: Readonly<Record<string, MachineDiagram>> = Object.fromEntries(
  Object.entries<AnyStateMachine>(ownMachines).map(([name, machine]) => [
    name,
    { machine, ...drawings[name as OwnMachineName] },
  ]),
);
