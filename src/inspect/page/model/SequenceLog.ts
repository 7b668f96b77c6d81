import { actorName, describeActor, eventLabel, type NamedActor } from './displayNames.js';
import type { ActorBody, EventBody, FrameBody, Metadata, Row } from './rows.js';
import { eventKind, frameKind, type SequenceKind } from './sequenceKinds.js';
import type { ActorModel } from './systemModel.js';

/** An arrow of the sequence diagram. */
export interface SequenceArrow {
  n: number;
  at: number;
  from: Participant;
  to: Participant;
  /** The names of the actors at both ends: `hook PreToolUse Bash`. The CLI and the app are such. */
  fromName: string;
  toName: string;
  label: string;
  kind: SequenceKind;
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

type Actor = NamedActor & Pick<ActorBody, 'id' | 'parent'>;
/** An actor that is new, from a row or from the model before the first row. */
type NewActor = Actor & Pick<ActorModel, 'turnCount'>;

/** What a control request is about, kept for the frames and events that answer it. */
interface OpenRequest {
  kind: SequenceKind;
  name: string;
}

/**
 * The arrows of one session, made from rows as they come. It remembers all actors of the rows, even
 * those that the model of the system has removed since.
 */
export class SequenceLog {
  readonly arrows: SequenceArrow[] = [];
  readonly #session: string;
  readonly #actors = new Map<string, Actor>();
  /** By parent and name, which is what XState's own events tell of a child. */
  readonly #children = new Map<string, Actor>();
  readonly #callbacks = new Map<string, Actor>();
  readonly #abouts = new Map<string, string>();
  readonly #requests = new Map<string, OpenRequest>();
  /** How many turns each session has had. */
  readonly #turns = new Map<string, number>();
  #next = 0;

  /** `known` are the actors that were there before the first row. */
  constructor(session: string, known: Iterable<ActorModel> = []) {
    this.#session = session;
    for (const actor of known) this.#addActor(actor);
  }

  /** The number of the row that comes next. */
  get next(): number {
    return this.#next;
  }

  add(row: Row): void {
    this.#next = row.n + 1;
    if (row.kind === 'actor') this.#addActor(row);
    const arrow =
      row.kind === 'frame'
        ? this.#frameArrow(row)
        : row.kind === 'event'
          ? this.#eventArrow(row)
          : undefined;
    if (arrow) this.arrows.push(arrow);
  }

  #addActor({ id, parent, name, role, metadata, about, ordinal, turnCount }: NewActor): void {
    const known = about ?? this.#abouts.get(String(metadata?.requestId));
    const actor: Actor = {
      ...{ id, name, role, metadata },
      ...(parent !== undefined && { parent }),
      ...(known !== undefined && { about: known }),
      ...(role === 'turn' && { ordinal: ordinal ?? this.#countTurn(id, parent) }),
    };
    if (turnCount !== undefined) this.#turns.set(id, turnCount);
    this.#actors.set(id, actor);
    this.#children.set(`${parent} ${name}`, actor);
    if (role === 'callback') this.#callbacks.set(String(metadata?.requestId), actor);
    if (role === 'request') this.#addRequest(String(metadata?.id), 'request', this.#nameOf(actor));
  }

  #countTurn(id: string, session = ''): number {
    const known = this.#actors.get(id)?.ordinal;
    if (known !== undefined) return known;
    const ordinal = (this.#turns.get(session) ?? 0) + 1;
    this.#turns.set(session, ordinal);
    return ordinal;
  }

  #addRequest(ref: string, kind: SequenceKind, name: string): void {
    this.#requests.set(ref, { kind, name });
  }

  #frameArrow(row: Row & FrameBody): SequenceArrow | undefined {
    const { n, at, id, dir, type, subtype, about, ref } = row;
    if (id !== this.#session) return undefined;
    const ends = { from: 'process', to: 'CLI', fromName: 'process', toName: 'CLI' } as const;
    const back = { from: 'CLI', to: 'process', fromName: 'CLI', toName: 'process' } as const;
    const kind = frameKind(type, subtype);
    const answered = type === 'control_request' ? undefined : this.#requests.get(ref ?? '');
    if (type === 'control_request' && ref !== undefined) {
      if (about !== undefined) this.#abouts.set(ref, about);
      const words = [kind === 'request' ? subtype : undefined, about?.replaceAll(' · ', ' ')];
      this.#addRequest(ref, kind, [kind, ...words].filter(Boolean).join(' '));
    }
    const plain = [type, subtype].filter(Boolean).join('/');
    return {
      ...(dir === 'in' ? ends : back),
      ...{ n, at, isFrame: true, kind: answered?.kind ?? kind },
      label: answered
        ? `${plain} · ${answered.name}`
        : plain + (about ? ` ${about.replaceAll(' · ', ' ')}` : ''),
    };
  }

  #eventArrow(row: Row & EventBody): SequenceArrow | undefined {
    const source = this.#actors.get(row.from ?? '');
    const target = this.#actors.get(row.to);
    const isOwn = [source, target].some((actor) => actor && this.#isWithin(actor));
    if (!isOwn) return undefined;
    // What is read from the process is sent to the session directly, so it has no source actor.
    const isRead = !source && row.to === this.#session && row.type.startsWith('cli.');
    const subject = this.#subjectOf(row, [source, target]);
    const kind = eventKind(row.type, [subject, source, target]);
    const written = this.#requests.get(String(row.metadata?.requestId));
    return {
      ...{ n: row.n, at: row.at, isFrame: false },
      from: isRead ? 'process' : this.#participantOf(source),
      to: this.#participantOf(target),
      fromName: isRead ? 'process' : this.#nameOf(source),
      toName: this.#nameOf(target),
      label: this.#labelOf(row, subject),
      kind: kind === 'other' && written ? written.kind : kind,
    };
  }

  /** The event, and which request, callback, turn or task it is about. */
  #labelOf({ type, to, metadata = {} }: EventBody, subject: NamedActor | undefined): string {
    const label = eventLabel(type, (id) => {
      const child = this.#children.get(`${to} ${id}`);
      return child ? this.#nameOf(child) : eventLabel(id);
    });
    // XState's own events already name the child.
    if (type.startsWith('xstate.')) return label;
    const request = this.#requests.get(String(metadata.requestId));
    const detail = subject
      ? actorName(subject)
      : (request?.name ?? metadata.subtype ?? metadata.label ?? metadata.state ?? metadata.writes);
    return detail === undefined ? label : `${label} · ${detail}`;
  }

  /** The child of a session that an event is about. It may be created by the event. */
  #subjectOf(
    { to, metadata = {} }: EventBody,
    ends: readonly (Actor | undefined)[],
  ): NamedActor | undefined {
    const end = ends.find((one) => one && describeActor(one));
    return end ?? this.#callbackOf(metadata, to);
  }

  #callbackOf(metadata: Metadata, to: string): NamedActor | undefined {
    const { requestId, kind } = metadata;
    if (requestId === undefined) return undefined;
    const known = this.#callbacks.get(String(requestId));
    if (known || kind === undefined || to !== this.#session) return known;
    const about = this.#abouts.get(String(requestId));
    return { name: 'callback', role: 'callback', metadata, ...(about !== undefined && { about }) };
  }

  #nameOf(actor: Actor | undefined): string {
    if (!actor) return 'app';
    return actorName(actor, this.#actors.get(actor.parent ?? '')?.role);
  }

  #participantOf(actor: Actor | undefined): Participant {
    if (!actor || !this.#isWithin(actor)) return 'app';
    // An actor without a column of its own is drawn in the column of the nearest ancestor.
    for (const one of this.#line(actor)) {
      if (one.id === this.#session) return one === actor ? 'session' : 'other';
      const participant = participantByRole[one.role ?? ''];
      if (participant) return participant;
    }
    return 'other';
  }

  #isWithin(actor: Actor): boolean {
    for (const one of this.#line(actor)) if (one.id === this.#session) return true;
    return false;
  }

  /** An actor and its ancestors. A hostile report may make an actor its own ancestor. */
  *#line(actor: Actor): Iterable<Actor> {
    let one: Actor | undefined = actor;
    for (let depth = 0; one && depth < 30; depth += 1) {
      yield one;
      one = this.#actors.get(one.parent ?? '');
    }
  }
}
