import { assertEvent, assign, setup } from 'xstate';
import { lazy } from '../util/lazy.js';
import { finalOutput } from './doneEvents.js';

export interface TaskInput {
  id: string;
  taskType?: string;
  description: string;
}

export interface TaskContext extends TaskInput {
  /** The description in the latest progress report. */
  progress?: string;
}

export type TaskEvent =
  | { type: 'task.progressed'; description: string }
  | { type: 'task.completed' }
  | { type: 'task.failed' }
  | { type: 'task.stopped' };

export type TaskOutcome = 'completed' | 'failed' | 'stopped';

export interface TaskOutput {
  id: string;
  outcome: TaskOutcome;
}

/** One background task of the CLI. The first report that it ended wins. */
export const taskChart = lazy(() =>
  setup({
    types: {
      input: {} as TaskInput,
      context: {} as TaskContext,
      events: {} as TaskEvent,
      output: {} as TaskOutput,
    },
    actions: {
      noteProgress: assign({
        progress: ({ event }) => {
          assertEvent(event, 'task.progressed');
          return event.description;
        },
      }),
    },
  }).createMachine({
    id: 'task',
    context: ({ input }) => input,
    initial: 'running',
    output: ({ context, event }) => ({ id: context.id, outcome: finalOutput<TaskOutcome>(event) }),
    states: {
      running: {
        on: {
          'task.progressed': { actions: 'noteProgress' },
          'task.completed': 'completed',
          'task.failed': 'failed',
          'task.stopped': 'stopped',
        },
      },
      completed: { type: 'final', output: 'completed' },
      failed: { type: 'final', output: 'failed' },
      stopped: { type: 'final', output: 'stopped' },
    },
  }),
);
