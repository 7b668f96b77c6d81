import type { MessageFrame } from '../../codec/frames.js';
import type { ResultMessage } from '../../codec/results.js';
import type { RequestOutput } from '../requestChart.js';
import type { TaskOutput } from '../taskChart.js';
import type { TurnOutput } from '../turnChart.js';
import { type Enqueue, unwrite, write } from './enqueue.js';
import { turnLost, uuidInUse } from './sessionErrors.js';
import { childOutput } from './sessionFacts.js';
import { sessionSetup } from './sessionSetup.js';
import type { SessionEvent, UserMessageOut } from './sessionTypes.js';
import { confirmationCame, isOpenTask, taskChanged } from './taskLedger.js';
import {
  idleCame,
  isOpen,
  isStarted,
  overdueTurns,
  resultCame,
  turnPassed,
  turnSent,
  turnStarted,
  turnsClosed,
  workBegan,
} from './turnLedger.js';

/** Opens a turn for a message and writes it. */
function openTurn(enqueue: Enqueue, { uuid, line }: UserMessageOut): void {
  enqueue.assign({
    turns: ({ context }) => turnSent(context.turns, uuid),
    heard: false,
  });
  enqueue.spawnChild('turn', { id: `turn#${uuid}`, input: { uuid } });
  enqueue.emit({ type: 'turn', uuid, state: 'queued' });
  write(enqueue, { kind: 'message', line }, `turn#${uuid}`);
}

export const sendMessage = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'op.send') return;
  const { uuid } = event;
  // A second child under the id of a live one would orphan the first.
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
  // A context is shown to inspectors: what was written has no business there.
  enqueue.assign({ prompt: [] });
});

/** Hands messages on to whoever listens. */
export const deliver = sessionSetup.enqueueActions(({ event, enqueue }) => {
  const frames = framesOf(event);
  enqueue.emit({ type: 'messages', frames });
  enqueue.assign({ heard: true });
  if (event.type === 'cli.messages') enqueue.assign({ openTools: event.openTools });
  // A result closes the tools of its turn, also those whose own result never came.
  if (event.type === 'cli.result') enqueue.assign({ openTools: 0 });
});

function framesOf(event: SessionEvent): readonly MessageFrame[] {
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

export const takeResult = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.result') return;
  const { ledger, settled } = resultCame(context.turns, event.result);
  enqueue.assign({ turns: ledger, tasks: confirmationCame(context.tasks) });
  // A background task's result says nothing of the turn that is being interrupted.
  if (settled.length === 0) return;
  const interrupted = context.interrupts.length > 0;
  enqueue.assign({ interrupts: [], lastInterrupted: interrupted });
  settle(enqueue, settled, event.result, interrupted);
});

export const takeState = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.state') return;
  enqueue.assign({ cliState: event.state });
  if (event.state !== 'idle') {
    enqueue.assign({ turns: workBegan(context.turns) });
    return;
  }
  const { ledger, settled, cancelled } = idleCame(context.turns);
  enqueue.assign({
    turns: ledger,
    tasks: confirmationCame(context.tasks),
    interrupts: [],
  });
  if (ledger.lastResult) {
    const interrupted = context.lastInterrupted || context.interrupts.length > 0;
    settle(enqueue, settled, ledger.lastResult, interrupted);
  }
  for (const uuid of cancelled) discard(enqueue, uuid, 'cancelled');
});

const discarded = ['cancelled', 'discarded', 'refused'];

export const takeLifecycle = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  if (event.type !== 'cli.lifecycle' || !isOpen(context.turns, event.uuid)) return;
  const { uuid, state } = event;
  if (state === 'started') {
    enqueue.assign({ turns: turnStarted(context.turns, uuid) });
    enqueue.sendTo(`turn#${uuid}`, { type: 'turn.started' });
    enqueue.emit({ type: 'turn', uuid, state: 'started' });
  } else if (state === 'completed') {
    enqueue.assign({ turns: turnPassed(context.turns, uuid, state) });
  } else if (state === 'cancelled' && isStarted(context.turns, uuid)) {
    // A message that was taken up inside a turn is cancelled first; the result that names it follows.
    enqueue.assign({ turns: turnPassed(context.turns, uuid, state) });
  } else if (discarded.includes(state)) discard(enqueue, uuid, state);
});

const passings = {
  completed: 'it said completed, and gave no result',
  cancelled: 'cancelled',
  idle: 'it went idle and gave no result, as it does for a uuid that it has seen before',
};

/** What the CLI has let pass has no result: nobody is to wait for it any longer. */
export const discardOverdue = sessionSetup.enqueueActions(({ context, enqueue }) => {
  for (const { uuid, passedBy = 'idle' } of overdueTurns(context.turns)) {
    discard(enqueue, uuid, passings[passedBy]);
    unwrite(enqueue, `turn#${uuid}`);
    enqueue.assign({ turns: ({ context: now }) => turnsClosed(now.turns, [uuid]) });
  }
});

/** The CLI has agreed to take a message back. */
export const discardTakenBack = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const output = childOutput<RequestOutput>(event, 'request');
  if (output?.outcome.kind !== 'succeeded') return;
  const uuid = context.requests.pending[output.id]?.takesBack;
  const { cancelled } = (output.outcome.response ?? {}) as { cancelled?: unknown };
  if (cancelled !== true || uuid === undefined || !isOpen(context.turns, uuid)) return;
  discard(enqueue, uuid, 'cancelled');
});

/** A child turn has ended: tells whoever waits for it, and forgets it. */
export const settleTurn = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
  const output = childOutput<TurnOutput>(event, 'turn');
  if (!output) return;
  const { uuid, outcome } = output;
  enqueue.assign({ turns: turnsClosed(context.turns, [uuid]) });
  enqueue.stopChild(`turn#${uuid}`);
  enqueue.emit({ type: 'turn', uuid, state: outcome.kind, outcome });
});

export const loseTurns = sessionSetup.enqueueActions(({ context, enqueue }) => {
  const why = context.outcome.kind === 'stopped' ? 'the session was stopped' : 'it exited';
  for (const { uuid } of context.turns.open) {
    enqueue.sendTo(`turn#${uuid}`, { type: 'turn.lost', error: turnLost(why) });
  }
});

export const takeTask = sessionSetup.enqueueActions(({ context, event, enqueue }) => {
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
  const output = childOutput<TaskOutput>(event, 'task');
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
