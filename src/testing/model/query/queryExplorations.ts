import type { Exploration } from '../chart/pathModel.js';
import type { QueryStep } from './querySteps.js';

const silence = (action: 'warn' | 'interrupt' | 'stop'): Exploration<QueryStep> => ({
  name: `silence, and stall: '${action}'`,
  prefix: [],
  steps: [
    'cli says something',
    'cli begins a task',
    'cli answers',
    'cli exits',
    'time passes, 2 minutes',
  ],
  depth: 3,
  options: { stall: { action } },
});

/** The parts of a one-shot query's behaviour that are explored. */
export const queryExplorations: readonly Exploration<QueryStep>[] = [
  {
    name: 'an answer',
    prefix: [],
    steps: [
      'cli says something',
      'cli answers',
      'cli answers with an error',
      'cli exits',
      'cli exits with 1',
      'time passes, a moment',
      'app stops the query',
      'app interrupts',
      'cli describes itself',
      'cli is idle',
      'cli starts on the prompt',
      'cli begins a task',
      'cli ends a task',
      'cli keeps talking after its answer',
    ],
    depth: 4,
  },
  {
    name: 'the start',
    prefix: [],
    steps: ['cli cannot be started', 'cli exits', 'cli exits with 1', 'app stops the query'],
    depth: 1,
  },
  {
    name: 'lines that are not messages',
    prefix: ['cli says something'],
    steps: [
      'cli writes garbage',
      'cli writes only garbage',
      'cli writes invalid UTF-8',
      'cli writes JSON that is not a message',
      'cli calls an unknown hook',
      'cli sends an unknown request',
      'cli cancels an unknown question',
      'cli answers a request that was never sent',
      'cli answers',
      'cli stops in the middle of a line',
      'cli closes its output',
      'time passes, half a second',
      'cli exits',
      'cli exits with 1',
    ],
    depth: 3,
  },
  {
    name: 'a line over the limit',
    prefix: ['cli says something'],
    steps: ['cli writes a line over the limit', 'cli answers', 'cli exits'],
    depth: 2,
    options: { limits: { lineBytes: 4 * 1024 * 1024 } },
  },
  {
    name: 'a long line',
    prefix: ['cli says something'],
    steps: ['app stops the query', 'cli writes a long line'],
    depth: 2,
  },
  {
    name: 'more than can be kept',
    prefix: ['cli says something'],
    steps: ['cli says more than can be kept', 'cli answers', 'time passes, a moment', 'cli exits'],
    depth: 3,
    options: { limits: { unreadBytes: 10_000 } },
  },
  {
    name: 'an exit that counts',
    prefix: ['cli says something'],
    steps: [
      'cli answers',
      'cli answers with an error',
      'time passes, a moment',
      'cli exits',
      'cli exits with 1',
    ],
    depth: 3,
    options: { strictExitStatus: true },
  },
  silence('warn'),
  silence('interrupt'),
  silence('stop'),
];
