import type { Actor, AnyActorLogic, AnyActorRef, InspectionEvent } from 'xstate';
import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import type { Content } from '../../options/runtimeTypes.js';
import { parentOf } from '../../util/parentOf.js';
import { isOwnMachine } from '../chart/ownMachines.js';
import { metadataOf } from '../content/metadataOf.js';
import { actorName } from '../page/model/displayNames.js';

/**
 * The living actors of this library, by session id. Stately's events are plain data: they say
 * neither which machine an actor runs nor what it is about.
 */
export class OwnActors {
  readonly #content: Content;
  readonly #ids = new Set<unknown>();
  readonly #names = new Map<unknown, string>();

  constructor(content: Content) {
    this.#content = content;
  }

  /** Adds the actor of an event, if the event says that one was created. */
  add(event: InspectionEvent): void {
    if (event.type !== '@xstate.actor') return;
    const actor = event.actorRef as Actor<AnyActorLogic>;
    const role = roleOf(actor);
    const parent = parentOf(actor);
    const parentRole = parent && roleOf(parent);
    if (role !== undefined) this.#ids.add(actor.sessionId);
    if (role === undefined && parentRole === undefined) return;
    const input: unknown = actor.options.input;
    const metadata = isObject(input) ? this.#metadata(input) : undefined;
    // XState uses the session id for an actor that was given no id.
    const name = actor.id === actor.sessionId ? (role ?? actor.id) : actor.id;
    this.#names.set(actor.sessionId, actorName({ name, role, metadata }, parentRole));
  }

  /** Whether an actor runs a machine of this library. */
  has(sessionId: unknown): boolean {
    return this.#ids.has(sessionId);
  }

  /** The name of an actor as on the page: `request interrupt`. */
  nameOf(sessionId: unknown): string | undefined {
    return this.#names.get(sessionId);
  }

  /** Removes the actor of Stately's event if that is its last snapshot. */
  removeIfDone({ type, sessionId, snapshot }: JsonObject): void {
    if (type !== '@xstate.snapshot' || !isObject(snapshot)) return;
    if (snapshot.status === 'active') return;
    this.#ids.delete(sessionId);
    this.#names.delete(sessionId);
  }

  #metadata(input: JsonObject) {
    const { description } = input;
    const isShown = this.#content === 'shown' && typeof description === 'string';
    return { ...metadataOf(input), ...(isShown && { description }) };
  }
}

function roleOf(actor: AnyActorRef): string | undefined {
  const { logic } = actor as Partial<Actor<AnyActorLogic>>;
  return isOwnMachine(logic) ? logic.id : undefined;
}
