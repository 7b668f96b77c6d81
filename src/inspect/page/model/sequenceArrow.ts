import { actorName, describeActor, eventLabelIn, type NamedActor } from './displayNames.js';
import type { Metadata, Row } from './rows.js';
import type { ActorModel, SystemModel } from './systemModel.js';

/** An arrow of the sequence diagram. */
export interface SequenceArrow {
  n: number;
  at: number;
  from: Participant;
  to: Participant;
  label: string;
  /** Whether it is a frame to or from the CLI, and not an event between actors. */
  isFrame: boolean;
}

/** The columns of the sequence diagram, from left to right. */
export const participants = [
  'app',
  'session',
  'turn',
  'request',
  'callback',
  'task',
  'process',
  'other',
  'CLI',
] as const;

export type Participant = (typeof participants)[number];

const participantByRole: Readonly<Record<string, Participant>> = {
  session: 'session',
  query: 'session',
  turn: 'turn',
  request: 'request',
  callback: 'callback',
  task: 'task',
  process: 'process',
};

/** A row as an arrow, seen from one session; undefined if it does not concern that session. */
export function sequenceArrow(
  row: Row,
  model: SystemModel,
  session: string,
): SequenceArrow | undefined {
  if (row.kind === 'frame') return row.id === session ? frameArrow(row) : undefined;
  if (row.kind !== 'event') return undefined;
  const source = row.from ? model.actors[row.from] : undefined;
  const target = model.actors[row.to];
  const isOwn = [source, target].some((actor) => actor && isWithin(actor, session, model));
  if (!isOwn) return undefined;
  // What is read from the process is sent to the session directly, so it has no source actor.
  const isRead = !source && row.to === session && row.type.startsWith('cli.');
  return {
    n: row.n,
    at: row.at,
    from: isRead ? 'process' : participantOf(source, session, model),
    to: participantOf(target, session, model),
    label: labelOf(row, model, [source, target]),
    isFrame: false,
  };
}

function frameArrow(row: Extract<Row, { kind: 'frame' }>): SequenceArrow {
  const { n, at, dir, type, subtype, about } = row;
  const [from, to] = dir === 'in' ? (['process', 'CLI'] as const) : (['CLI', 'process'] as const);
  const label = [type, subtype].filter(Boolean).join('/') + (about ? ` ${about}` : '');
  return { n, at, from, to, label, isFrame: true };
}

/** The event, and which request, callback, turn or task it is about. */
function labelOf(
  { type, to, metadata = {} }: Extract<Row, { kind: 'event' }>,
  model: SystemModel,
  ends: readonly (ActorModel | undefined)[],
): string {
  const label = eventLabelIn(model, type, to);
  // XState's own events already name the child.
  if (type.startsWith('xstate.')) return label;
  const actor = ends.find((one) => one && describeActor(one)) ?? callbackOf(metadata, to, model);
  const detail = actor ? actorName(actor) : (metadata.subtype ?? metadata.label ?? metadata.state);
  return detail === undefined ? label : `${label} · ${detail}`;
}

/** The callback that an event is about. It may be created by the event, so it may not exist yet. */
function callbackOf(
  metadata: Metadata,
  session: string,
  { actors }: SystemModel,
): NamedActor | undefined {
  const { requestId, kind } = metadata;
  if (requestId === undefined) return undefined;
  const known = Object.values(actors).find(
    (actor) => actor.role === 'callback' && actor.metadata?.requestId === requestId,
  );
  if (known || kind === undefined) return known;
  const about = actors[session]?.cli?.openRequests[String(requestId)];
  return { name: 'callback', role: 'callback', metadata, ...(about !== undefined && { about }) };
}

function participantOf(
  actor: ActorModel | undefined,
  session: string,
  model: SystemModel,
): Participant {
  if (!actor || !isWithin(actor, session, model)) return 'app';
  if (actor.id === session) return 'session';
  // An actor without a column of its own is drawn in the column of the nearest ancestor.
  let ancestor: ActorModel | undefined = actor;
  while (ancestor && ancestor.id !== session) {
    const participant = participantByRole[ancestor.role ?? ''];
    if (participant) return participant;
    ancestor = parentIn(model, ancestor);
  }
  return 'other';
}

function isWithin(actor: ActorModel, session: string, model: SystemModel): boolean {
  let ancestor: ActorModel | undefined = actor;
  while (ancestor) {
    if (ancestor.id === session) return true;
    ancestor = parentIn(model, ancestor);
  }
  return false;
}

function parentIn({ actors }: SystemModel, { parent }: ActorModel): ActorModel | undefined {
  return parent === undefined ? undefined : actors[parent];
}
