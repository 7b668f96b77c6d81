import { expect } from '@jest/globals';
import { createActor, type EventObject } from 'xstate';
import { ConversationRecords } from '../../src/fleet/ConversationRecords.js';
import { memoryStore } from '../../src/fleet/index.js';
import { conversationChart } from '../../src/machines/fleet/conversationChart.js';
import type {
  ConversationContext,
  ConversationEvent,
  Mail,
} from '../../src/machines/fleet/conversationTypes.js';
import { compileMachine } from '../../src/statechart/compileMachine.js';
import type { Coverage } from './coverage.js';
import type { Model, Stimulus } from './runModel.js';
import { same } from './Seen.js';
import { walkAll } from './walkAll.js';

type Sent = Stimulus & { event: ConversationEvent };
type Recovery = Extract<ConversationEvent, { type: 'lease.taken' }>['recovery'];

const id = 'c';
const at = 1;
const input = { id, tenant: '', cwd: undefined, at: 0 };
const mailOf = (name: string): Mail => ({
  ...{ id: name, uuid: `uuid ${name}`, content: 'Hi', at, priority: 0, state: 'waiting' },
});
const resumes: Mail = { ...mailOf('approval/a'), content: '', resumes: true };

/** What an owner may report. */
function ownerEvents(
  { mail, command, approvals, doubt }: ConversationContext,
  epoch: number,
  { recovery, held, asksFor }: Limits,
): ConversationEvent[] {
  const [first] = mail;
  // Once: whatever follows an approval is walked before another one could be opened.
  const hasAsked = approvals.length > 0 || doubt !== undefined || mail.some((one) => one.resumes);
  return [
    { type: 'output', epoch, at, tools: [{ id: 'toolu', name: 'Bash' }] },
    ...(first ? ownMail(first.id, epoch) : []),
    ...(asksFor && !hasAsked
      ? [{ type: 'approval.noted', epoch, id: 'a', held, at } as const]
      : []),
    { type: 'approval.settled', epoch, id: 'a', at },
    { type: 'command.done', epoch, number: command?.number ?? 0, at },
    { type: 'process.lost', epoch, reason: 'processLost', recovery, at },
    { type: 'lease.released', epoch, at },
  ];
}

/** The events that may come, from senders and from the owner. */
function eventsOf(context: ConversationContext, limits: Limits): ConversationEvent[] {
  const { epoch, commands, rows } = context;
  const posts = rows.filter(({ type }) => type === 'posted').length;
  const { recovery } = limits;
  return [
    ...(posts < limits.posts
      ? [{ type: 'message.posted', mail: mailOf(`m${posts + 1}`), at } as const]
      : []),
    ...(epoch < limits.epochs
      ? [{ type: 'lease.taken', worker: `w${epoch}`, recovery, at } as const]
      : []),
    ...(commands < limits.commands
      ? (['op.interrupt', 'op.stop', 'op.close'] as const).map((type) => ({ type, at }))
      : []),
    { type: 'op.resume', at },
    { type: 'approval.answered', id: 'a', resume: resumes, at },
    { type: 'approval.withdrawn', id: 'a', at },
    ...ownerEvents(context, epoch, limits),
  ];
}

function ownMail(mail: string, epoch: number): ConversationEvent[] {
  return [
    { type: 'turn.handed', epoch, id: mail, at },
    { type: 'turn.returned', epoch, id: mail, at },
    { type: 'turn.settled', epoch, id: mail, outcome: 'answered', at },
  ];
}

interface Limits {
  posts: number;
  epochs: number;
  commands: number;
  asksFor: boolean;
  held: 'live' | 'deferred';
  recovery: Recovery;
}

/** The chart as an actor, and the same events one by one on the record in a store. */
function model(limits: Limits) {
  const logic = compileMachine(conversationChart);
  return (coverage: Coverage): Model<Sent> => ({
    chart: conversationChart,
    input,
    distinguish: ({ context }) => {
      const { epoch, mail, approvals, command, commands, doubt, rows, interruptions } =
        context as ConversationContext;
      const posts = rows.filter(({ type }) => type === 'posted').length;
      return [
        ...[posts, epoch, commands, command?.kind, doubt?.length, interruptions.length],
        mail.map(({ state, resumes }) => [state, resumes]),
        approvals.map(({ held, isAnswered }) => [held, isAnswered]),
      ];
    },
    stimuli: ({ context }) =>
      eventsOf(context as ConversationContext, limits).map((event) => ({
        type: event.type,
        event,
      })),
    events: ({ event }) => [event as EventObject],
    world() {
      const actor = createActor(logic, { input, inspect: coverage.inspect }).start();
      const store = memoryStore();
      const records = new ConversationRecords(store);
      const created = records.create(input);
      let stored: Awaited<typeof created>;
      let epoch = 0;
      let log: Record<string, unknown>[] = [];
      let isClosing = false;
      return {
        async perform({ event }) {
          await created;
          actor.send(event);
          const { outcome, record } = await records.send(id, event);
          stored = record as typeof stored;
          const before = log.filter(isDiscard).length;
          log = (await store.rows(`conversation/${id}`)).map(({ data }) => data);
          // A message that comes after a stop is for the next process.
          if (log.filter(isDiscard).length > before) expect(mayDiscard(event, stored)).toBe(true);
          if (isClosing && !mayAfterClose(stored)) expect(stored.command?.kind).toBe('close');
          isClosing ||= event.type === 'op.close' && outcome === 'taken';
          expect(stored.epoch).toBe(epoch + (outcome === 'taken' && isTaking(event) ? 1 : 0));
          epoch = stored.epoch;
        },
        value: () => actor.getSnapshot().value,
        check() {
          const { value, context } = actor.getSnapshot();
          const { rows, ...live } = JSON.parse(JSON.stringify(context));
          // What survives between two owners is all that the chart needs.
          same(stored, { ...live, at: stored.at, state: value });
          same(log, rows);
          checkMail(stored.mail, log);
          if (value === 'closed') expect([...stored.mail, ...stored.approvals]).toEqual([]);
          if (value === 'parked') expect(stored.mail.every(isHeldBack(stored))).toBe(true);
        },
        async finish() {
          actor.stop();
          // A worker that is not the owner any more changes nothing.
          const { context } = actor.getSnapshot();
          for (const event of ownerEvents(context, epoch - 1, limits)) {
            expect(await records.send(id, event)).toEqual({ outcome: 'refused', record: stored });
          }
        },
      };
    },
  });
}

const isDiscard = ({ outcome }: Record<string, unknown>) => outcome === 'discarded';

const mayDiscard = ({ type }: ConversationEvent, { state }: { state: unknown }) =>
  state === 'closed' || ['op.stop', 'op.close', 'turn.returned'].includes(type);

/** Once somebody closes a conversation, it can only be closed. */
const mayAfterClose = ({ state }: { state: unknown }) => state === 'closed';

const isTaking = ({ type }: ConversationEvent) => type === 'lease.taken';

/** A parked conversation may have messages only if an approval holds them back. */
const isHeldBack =
  ({ approvals }: Pick<ConversationContext, 'approvals'>) =>
  ({ state }: Mail) =>
    state === 'waiting' && approvals.some((one) => one.held === 'deferred' && !one.isAnswered);

/** Every message has one outcome or none yet, at most one is handed out, and a cut is reported. */
function checkMail(mail: readonly Mail[], log: readonly Record<string, unknown>[]): void {
  const posted = log.filter(({ type }) => type === 'posted').map((row) => row.id);
  const settled = log.filter(({ type }) => type === 'settled');
  for (const message of posted) {
    const open = mail.filter((one) => one.id === message).length;
    expect(open + settled.filter((row) => row.id === message).length).toBe(1);
  }
  expect(mail.filter(({ state }) => state === 'handed').length).toBeLessThanOrEqual(1);
  const cut = log.filter(({ type }) => type === 'interrupted').flatMap((row) => row.messages);
  const interrupted = settled.filter(({ outcome }) => outcome === 'interrupted');
  expect(cut).toEqual(interrupted.map((row) => row.id));
}

const waits: Recovery = { interrupted: 'wait', max: 1, withinMs: 1000 };
const goesOn: Recovery = { ...waits, interrupted: 'continue' };
const few = { posts: 1, epochs: 2, commands: 0, asksFor: false, held: 'live' } as const;

walkAll('conversation', conversationChart, {
  'messages and owners': model({ ...few, posts: 2, recovery: waits }),
  commands: model({ ...few, commands: 1, recovery: waits }),
  'going on by itself': model({ ...few, recovery: goesOn }),
  'an approval that a process holds': model({ ...few, asksFor: true, recovery: waits }),
  'an approval that is put off': model({
    ...{ ...few, posts: 2, epochs: 1, asksFor: true, held: 'deferred', recovery: waits },
  }),
});
