import type { MessageFrame } from '../../codec/frames.js';
import type { ResultMessage } from '../../codec/results.js';
import { doneChildOutput } from '../doneEvents.js';
import type { RequestOutput } from '../requestChart.js';
import type { TaskOutput } from '../taskChart.js';
import type { TurnOutput } from '../turnChart.js';
import { type Enqueue, unwrite, write } from './sessionEffects.js';
import { turnLost, uuidInUse } from './sessionErrors.js';
import { sessionSetup } from './sessionSetup.js';
import type { SessionMachineEvent, UserMessageOut } from './sessionTypes.js';
import { isOpenTask, runConfirmed, taskChanged } from './taskLedger.js';
import {
  idleReceived,
  isOpen,
  isStarted,
  openTurns,
  overdueTurns,
  resultReceived,
  turnOverdue,
  turnSent,
  turnStarted,
  turnsClosed,
  workResumed,
} from './turnLedger.js';

/** Opens a turn for a message and writes it. */
function openTurn(enqueue: Enqueue, { uuid, line }: UserMessageOut): void {
  enqueue.assign({
    turns: ({ context }) => turnSent(context.turns, uuid),
    frameReceived: false,
  });
  enqueue.spawnChild('turn', { id: `turn#${uuid}`, input: { uuid } });
  enqueue.emit({ type: 'turn', uuid, state: 'queued' });
  write(enqueue, { kind: 'message', line }, `turn#${uuid}`);
}

export const sendMessage = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'op.send') return;
  const { uuid } = event;
  // A second child with the id of a live one would orphan the first.
  if (!isOpen(context.turns, uuid)) openTurn(enqueue, event);
  else enqueue.emit({ type: 'turn', uuid, state: 'refused', error: uuidInUse(uuid) });
});

export const sendPrompt = sessionSetup.enqueueActions(({ context, enqueue }) => {
  const sent = new Set<string>();
  for (const message of context.prompt) {
    const { uuid } = message;
    if (!sent.has(uuid)) openTurn(enqueue, message);
    else enqueue.emit({ type: 'turn', uuid, state: 'refused', error: uuidInUse(uuid) });
    sent.add(uuid);
  }
  // Inspectors see the context, so it does not keep messages that have been written.
  enqueue.assign({ prompt: [] });
});

/** Emits messages to listeners. */
export const deliver = sessionSetup.enqueueActions(({ event, enqueue }) => {
  const frames = framesOf(event);
  enqueue.emit({ type: 'messages', frames });
  enqueue.assign({ frameReceived: true });
  if (event.type === 'cli.messages') enqueue.assign({ openTools: event.openTools });
  // A result ends all tools of its turn, even if a tool's own result never came.
  if (event.type === 'cli.result') enqueue.assign({ openTools: 0 });
});

function framesOf(event: SessionMachineEvent): readonly MessageFrame[] {
  if (event.type === 'cli.messages') return event.frames;
  return 'frame' in event && event.frame.kind === 'message' ? [event.frame] : [];
}

function settle(
  enqueue: Enqueue,
  uuids: readonly string[],
  result: ResultMessage,
  interrupted: boolean,
): void {
  const type = interrupted && result.is_error ? 'turn.interrupted' : 'turn.completed';
  for (const uuid of uuids) enqueue.sendTo(`turn#${uuid}`, { type, result });
}

function discard(enqueue: Enqueue, uuid: string, why: string): void {
  enqueue.sendTo(`turn#${uuid}`, { type: 'turn.discarded', why });
}

export const handleResult = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.result') return;
  const { ledger, settled } = resultReceived(context.turns, event.result);
  enqueue.assign({ turns: ledger, tasks: runConfirmed(context.tasks) });
  // The result of a background task says nothing about the turn that is being interrupted.
  if (settled.length === 0) return;
  const interrupted = context.interrupts.length > 0;
  enqueue.assign({ interrupts: [], lastInterrupted: interrupted });
  settle(enqueue, settled, event.result, interrupted);
});

export const handleState = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.state') return;
  enqueue.assign({ cliState: event.state });
  if (event.state !== 'idle') {
    enqueue.assign({ turns: workResumed(context.turns) });
    return;
  }
  const { ledger, settled, cancelled } = idleReceived(context.turns);
  enqueue.assign({
    turns: ledger,
    tasks: runConfirmed(context.tasks),
    interrupts: [],
  });
  if (ledger.lastResult) {
    const interrupted = context.lastInterrupted || context.interrupts.length > 0;
    settle(enqueue, settled, ledger.lastResult, interrupted);
  }
  for (const uuid of cancelled) discard(enqueue, uuid, 'cancelled');
});

const discardStates = ['cancelled', 'discarded', 'refused'];

export const handleLifecycle = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.lifecycle' || !isOpen(context.turns, event.uuid)) return;
  const { uuid, state } = event;
  if (state === 'started') {
    enqueue.assign({ turns: turnStarted(context.turns, uuid) });
    enqueue.sendTo(`turn#${uuid}`, { type: 'turn.started' });
    enqueue.emit({ type: 'turn', uuid, state: 'started' });
  } else if (state === 'completed') {
    enqueue.assign({ turns: turnOverdue(context.turns, uuid, state) });
  } else if (state === 'cancelled' && isStarted(context.turns, uuid)) {
    // A message that joined a running turn is first reported as cancelled. Its result follows.
    enqueue.assign({ turns: turnOverdue(context.turns, uuid, state) });
  } else if (discardStates.includes(state)) discard(enqueue, uuid, state);
});

const discardReasons = {
  completed: 'reported as completed, without a result',
  cancelled: 'cancelled',
  idle: 'Claude Code went idle without a result, as it does for a uuid it has seen before',
};

/** Discards the turns whose result is overdue, so that nobody waits for them any longer. */
export const discardOverdue = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const { uuid, overdueAfter = 'idle' } of overdueTurns(context.turns)) {
    discard(enqueue, uuid, discardReasons[overdueAfter]);
    unwrite(enqueue, `turn#${uuid}`);
    enqueue.assign({ turns: ({ context: now }) => turnsClosed(now.turns, [uuid]) });
  }
});

/** The CLI has agreed to cancel a message. */
export const discardCancelledMessage = sessionSetup.enqueueActions(
  ({ context, event, enqueue }) => {
    const output = doneChildOutput<RequestOutput>(event, 'request');
    if (output?.outcome.kind !== 'succeeded') return;
    const uuid = context.requests.pending[output.id]?.cancelsMessage;
    const { cancelled } = (output.outcome.response ?? {}) as { cancelled?: unknown };
    if (cancelled !== true || uuid === undefined || !isOpen(context.turns, uuid)) return;
    discard(enqueue, uuid, 'cancelled');
  },
);

/** A turn is done: reports its outcome and removes it. */
export const settleTurn = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const output = doneChildOutput<TurnOutput>(event, 'turn');
  if (!output) return;
  const { uuid, outcome } = output;
  enqueue.assign({ turns: turnsClosed(context.turns, [uuid]) });
  enqueue.stopChild(`turn#${uuid}`);
  enqueue.emit({ type: 'turn', uuid, state: outcome.kind, outcome });
});

export const loseTurns = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const [index, { uuid, started }] of openTurns(context.turns).entries()) {
    // Old CLIs do not report which message they are working on. It is the oldest.
    const error = turnLost(context, started || index === 0);
    enqueue.sendTo(`turn#${uuid}`, { type: 'turn.lost', error });
  }
});

export const handleTask = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.task') return;
  const { id, kind, taskType, description = '' } = event.task;
  const open = isOpenTask(context.tasks, id);
  if (kind === 'started') {
    if (open) return;
    enqueue.assign({
      tasks: taskChanged(context.tasks, event.task, context.settings.waitFor),
    });
    enqueue.spawnChild('task', { id: `task#${id}`, input: { id, taskType, description } });
    enqueue.emit({ type: 'task', id, state: 'running', description });
  } else if (open) {
    enqueue.sendTo(
      `task#${id}`,
      kind === 'progressed' ? { type: 'task.progressed', description } : { type: `task.${kind}` },
    );
  }
});

export const settleTask = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const output = doneChildOutput<TaskOutput>(event, 'task');
  if (!output) return;
  const { id, outcome } = output;
  enqueue.assign({
    tasks: taskChanged(context.tasks, { id, kind: outcome }, context.settings.waitFor),
  });
  enqueue.stopChild(`task#${id}`);
  enqueue.emit({ type: 'task', id, state: outcome });
});

export const stopTasks = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const { id } of context.tasks.open) {
    enqueue.sendTo(`task#${id}`, { type: 'task.stopped' });
  }
});
