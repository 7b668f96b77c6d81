import type { Row } from './rows.js';
import type { ActorModel, SystemModel } from './systemModel.js';
import { eventLabel } from './displayNames.js';

/** An arrow of the sequence diagram. */
export interface Arrow {
  n: number;
  at: number;
  from: Lane;
  to: Lane;
  label: string;
  /** Over the wire, and not between actors. */
  isFrame: boolean;
}

export const lanes = [
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

export type Lane = (typeof lanes)[number];

const rolesOf: Readonly<Record<string, Lane>> = {
  session: 'session',
  query: 'session',
  turn: 'turn',
  request: 'request',
  callback: 'callback',
  task: 'task',
  process: 'process',
};

/** A row as an arrow, seen from one session of its system; undefined where it is none of its. */
export function arrowOf(row: Row, model: SystemModel, session: string): Arrow | undefined {
  if (row.kind === 'frame') {
    if (row.id !== session) return undefined;
    const [from, to]: [Lane, Lane] = row.dir === 'in' ? ['process', 'CLI'] : ['CLI', 'process'];
    const label =
      [row.type, row.subtype].filter(Boolean).join('/') + (row.about ? ` ${row.about}` : '');
    return { n: row.n, at: row.at, from, to, label, isFrame: true };
  }
  if (row.kind !== 'event') return undefined;
  const [source, target] = [row.from ? model.actors[row.from] : undefined, model.actors[row.to]];
  const isMine = [source, target].some((actor) => actor && isWithin(actor, session, model));
  if (!isMine) return undefined;
  // The reader of the process speaks for itself, and not as an actor.
  const isRead = !source && row.to === session && row.type.startsWith('cli.');
  const from = isRead ? 'process' : laneOf(source, session, model);
  const to = laneOf(target, session, model);
  const detail = row.facts?.subtype ?? row.facts?.label ?? row.facts?.state;
  const label = detail === undefined ? row.type : `${row.type} ${detail}`;
  return { n: row.n, at: row.at, from, to, label: eventLabel(label), isFrame: false };
}

function laneOf(actor: ActorModel | undefined, session: string, model: SystemModel): Lane {
  if (!actor || !isWithin(actor, session, model)) return 'app';
  if (actor.id === session) return 'session';
  // What an actor runs inside of itself stands in its lane.
  let it: ActorModel | undefined = actor;
  while (it && it.id !== session) {
    const lane = rolesOf[it.role ?? ''];
    if (lane) return lane;
    it = it.parent === undefined ? undefined : model.actors[it.parent];
  }
  return 'other';
}

function isWithin(actor: ActorModel, session: string, model: SystemModel): boolean {
  let it: ActorModel | undefined = actor;
  while (it) {
    if (it.id === session) return true;
    it = it.parent === undefined ? undefined : model.actors[it.parent];
  }
  return false;
}
