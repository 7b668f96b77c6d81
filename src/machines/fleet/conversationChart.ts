import { assertEvent, setup } from 'xstate';
import { lazy } from '../../util/lazy.js';
import {
  answered,
  awaitsApproval,
  continuation,
  doubtAfter,
  handed,
  hasWork,
  interrupted,
  isBlocked,
  isEnding,
  isHanded,
  isWaiting,
  mayContinue,
  newConversation,
  noted,
  posted,
  returned,
  settled,
  strongerCommand,
} from './conversationLedger.js';
import type {
  ConversationContext,
  ConversationEvent,
  ConversationInput,
} from './conversationTypes.js';

const conversationSetup = setup({
  types: {
    input: {} as ConversationInput,
    context: {} as ConversationContext,
    events: {} as ConversationEvent,
  },
});

const { assign } = conversationSetup;

const actions = {
  post: assign(({ context, event }) => {
    assertEvent(event, 'message.posted');
    return posted(context, event.mail);
  }),
  takeOver: assign(({ context, event }) => {
    assertEvent(event, 'lease.taken');
    return { epoch: context.epoch + 1, worker: event.worker };
  }),
  /** The previous owner has died. */
  interruptLost: assign(({ context, event }) => interrupted(context, 'workerLost', event.at)),
  interruptOwn: assign(({ context, event }) => {
    assertEvent(event, 'process.lost');
    return interrupted(context, event.reason, event.at);
  }),
  interruptReleased: assign(({ context, event }) => interrupted(context, 'stopped', event.at)),
  continueByItself: assign(({ context, event }) => ({
    mail: [continuation(context, event.at), ...context.mail],
  })),
  hand: assign(({ context, event }) => {
    assertEvent(event, 'turn.handed');
    return handed(context, event.id);
  }),
  takeBack: assign(({ context, event }) => {
    assertEvent(event, 'turn.returned');
    return returned(context, event.id);
  }),
  settle: assign(({ context, event }) => {
    assertEvent(event, 'turn.settled');
    const doubt = doubtAfter(context, event);
    return { ...settled(context, ({ id }) => id === event.id, event), tools: [], doubt };
  }),
  discard: assign(({ context, event }) =>
    settled(context, isWaiting, { outcome: 'discarded', at: event.at }),
  ),
  discardReturned: assign(({ context, event }) => {
    assertEvent(event, 'turn.returned');
    return settled(context, ({ id }) => id === event.id, { outcome: 'discarded', at: event.at });
  }),
  note: assign(({ context, event }) => {
    assertEvent(event, 'output');
    return noted(context, event);
  }),
  noteApproval: assign(({ context, event }) => {
    assertEvent(event, 'approval.noted');
    const { id, held } = event;
    const known = context.approvals.find((one) => one.id === id);
    const one = { id, held, isAnswered: known?.isAnswered ?? false };
    return { approvals: [...context.approvals.filter((other) => other.id !== id), one] };
  }),
  answer: assign(({ context, event }) => {
    assertEvent(event, 'approval.answered');
    return answered(context, event.id, event.resume);
  }),
  forgetApproval: assign(({ context, event }) => {
    assertEvent(event, ['approval.withdrawn', 'approval.settled']);
    return { approvals: context.approvals.filter(({ id }) => id !== event.id) };
  }),
  forgetApprovals: assign({ approvals: [] }),
  command: assign(({ context, event }) => {
    assertEvent(event, ['op.interrupt', 'op.stop', 'op.close']);
    const number = context.commands + 1;
    return { commands: number, command: { number, kind: strongerCommand(context, event.type) } };
  }),
  forgetCommand: assign({ command: undefined }),
};

/**
 * What the fleet remembers about a conversation, whichever worker runs it. Every step is one change of
 * the conversation's record. An event of a worker that is no longer the owner does nothing.
 */
export const conversationChart = lazy(() =>
  conversationSetup
    .extend({
      actions,
      guards: {
        isOwner: ({ context, event }) => 'epoch' in event && event.epoch === context.epoch,
        /** The owner hands over the message that is next. */
        isNextMail: ({ context, event }) =>
          event.type === 'turn.handed' &&
          event.epoch === context.epoch &&
          !context.mail.some(isHanded) &&
          context.mail.find(isWaiting)?.id === event.id,
        isKnownMail: ({ context, event }) =>
          (event.type === 'turn.settled' || event.type === 'turn.returned') &&
          event.epoch === context.epoch &&
          context.mail.some((one) => one.id === event.id),
        isStoppedMail: ({ context, event }) =>
          event.type === 'turn.returned' &&
          event.epoch === context.epoch &&
          isEnding(context) &&
          context.mail.some((one) => one.id === event.id),
        isCurrentCommand: ({ context, event }) =>
          event.type === 'command.done' &&
          event.epoch === context.epoch &&
          !isEnding(context) &&
          context.command?.number === event.number,
        hasTurn: ({ context }) => context.mail.some(isHanded),
        /** Not if the owner was told to end the process: then `lease.released` ends the turn. */
        ownerHasTurn: ({ context, event }) =>
          'epoch' in event &&
          event.epoch === context.epoch &&
          !isEnding(context) &&
          context.mail.some(isHanded),
        mayContinue: ({ context, event }) => {
          assertEvent(event, ['lease.taken', 'process.lost']);
          if ('epoch' in event && event.epoch !== context.epoch) return false;
          if (isEnding(context)) return false;
          return context.mail.some(isHanded) && mayContinue(context, event.recovery, event.at);
        },
        isStopped: ({ context, event }) =>
          (!('epoch' in event) || event.epoch === context.epoch) &&
          context.command?.kind === 'stop',
        isClosing: ({ context, event }) =>
          (!('epoch' in event) || event.epoch === context.epoch) &&
          context.command?.kind === 'close',
        staysOpen: ({ context }) => context.command?.kind !== 'close',
        hasWork: ({ context }) => hasWork(context),
        ownerHasWork: ({ context, event }) =>
          'epoch' in event && event.epoch === context.epoch && hasWork(context),
        isBlocked: ({ context }) => isBlocked(context),
        awaitsApproval: ({ context }) => awaitsApproval(context),
        isIdle: ({ context }) => !context.mail.some(isHanded) && !awaitsApproval(context),
        isWorking: ({ context }) => context.mail.some(isHanded) && !awaitsApproval(context),
      },
    })
    .createMachine({
      id: 'conversation',
      context: ({ input }) => newConversation(input),
      initial: 'new',
      on: {
        /** The last rows of a process come after it is gone. */
        output: { guard: 'isOwner', actions: 'note' },
        'approval.answered': { actions: 'answer' },
        'approval.withdrawn': { actions: 'forgetApproval' },
      },
      states: {
        new: {
          on: {
            'message.posted': { target: 'queued', actions: 'post' },
            'op.close': 'closed',
          },
        },
        /** It waits for a worker. */
        queued: {
          always: { guard: 'isBlocked', target: 'parked' },
          on: {
            'message.posted': { actions: 'post' },
            'lease.taken': { target: 'leased', actions: 'takeOver' },
            'op.stop': { target: 'parked', actions: 'discard' },
            'op.close': { target: 'closed', actions: 'discard' },
          },
        },
        /** A worker owns it, and runs its process. */
        leased: {
          initial: 'idle',
          on: {
            'message.posted': { guard: 'staysOpen', actions: 'post' },
            'op.interrupt': { guard: 'hasTurn', actions: 'command' },
            /** Later messages are for the next process. */
            'op.stop': { actions: ['discard', 'command'] },
            'op.close': { actions: ['discard', 'command'] },
            /** The engine gives the lease away only after the owner has lost it. */
            'lease.taken': [
              {
                guard: 'isClosing',
                target: 'closed',
                actions: ['takeOver', 'interruptLost', 'discard', 'forgetCommand'],
              },
              {
                guard: 'isStopped',
                target: 'parked',
                actions: ['takeOver', 'interruptLost', 'forgetCommand'],
              },
              {
                guard: 'mayContinue',
                target: '.idle',
                actions: ['takeOver', 'continueByItself', 'interruptLost', 'forgetCommand'],
              },
              {
                guard: 'hasTurn',
                target: 'interrupted',
                actions: ['takeOver', 'interruptLost', 'forgetCommand'],
              },
              { target: '.idle', actions: ['takeOver', 'forgetCommand'] },
            ],
            'turn.handed': { guard: 'isNextMail', actions: 'hand' },
            'turn.returned': [
              { guard: 'isStoppedMail', actions: 'discardReturned' },
              { guard: 'isKnownMail', actions: 'takeBack' },
            ],
            'turn.settled': { guard: 'isKnownMail', actions: 'settle' },
            'approval.noted': { guard: 'isOwner', actions: 'noteApproval' },
            'approval.settled': { guard: 'isOwner', actions: 'forgetApproval' },
            'command.done': { guard: 'isCurrentCommand', actions: 'forgetCommand' },
            'process.lost': [
              { guard: 'mayContinue', actions: ['continueByItself', 'interruptOwn'] },
              { guard: 'ownerHasTurn', target: 'interrupted', actions: 'interruptOwn' },
            ],
            'lease.released': [
              {
                guard: 'isClosing',
                target: 'closed',
                actions: ['interruptReleased', 'discard', 'forgetCommand'],
              },
              {
                guard: 'isStopped',
                target: 'parked',
                actions: ['interruptReleased', 'forgetCommand'],
              },
              { guard: 'ownerHasTurn', target: 'interrupted', actions: 'interruptReleased' },
              { guard: 'ownerHasWork', target: 'queued', actions: 'forgetCommand' },
              { guard: 'isOwner', target: 'parked', actions: 'forgetCommand' },
            ],
          },
          states: {
            idle: {
              always: [
                { guard: 'awaitsApproval', target: 'awaitingApproval' },
                { guard: 'isWorking', target: 'working' },
              ],
            },
            working: {
              always: [
                { guard: 'awaitsApproval', target: 'awaitingApproval' },
                { guard: 'isIdle', target: 'idle' },
              ],
            },
            awaitingApproval: {
              always: [
                { guard: 'isWorking', target: 'working' },
                { guard: 'isIdle', target: 'idle' },
              ],
            },
          },
        },
        /** It needs no process. */
        parked: {
          always: { guard: 'hasWork', target: 'queued' },
          on: {
            'message.posted': { actions: 'post' },
            'op.stop': { actions: 'discard' },
            'op.close': { target: 'closed', actions: 'discard' },
          },
        },
        /** A turn was cut off. It waits until it is resumed, or gets a message. */
        interrupted: {
          on: {
            'message.posted': { target: 'queued', actions: 'post' },
            'approval.answered': { target: 'queued', actions: 'answer' },
            'op.resume': [{ guard: 'hasWork', target: 'queued' }, { target: 'parked' }],
            'op.stop': { target: 'parked', actions: 'discard' },
            'op.close': { target: 'closed', actions: 'discard' },
          },
        },
        closed: { entry: 'forgetApprovals' },
      },
    }),
);
