import type { InspectionEvent } from 'xstate';
import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import { isOwnMachine } from '../chart/ownMachines.js';

/** The living actors that run machines of this library, by session id. */
export class OwnActors {
  readonly #ids = new Set<unknown>();

  /** Adds the actor of an event. Stately's events are plain data and no longer name the machine. */
  add(event: InspectionEvent): void {
    if (event.type !== '@xstate.actor') return;
    const { logic, sessionId } = event.actorRef as { logic?: unknown; sessionId: string };
    if (isOwnMachine(logic)) this.#ids.add(sessionId);
  }

  has(sessionId: unknown): boolean {
    return this.#ids.has(sessionId);
  }

  /** Removes the actor of Stately's event if that is its last snapshot. */
  removeIfDone({ type, sessionId, snapshot }: JsonObject): void {
    if (type !== '@xstate.snapshot' || !isObject(snapshot)) return;
    if (snapshot.status !== 'active') this.#ids.delete(sessionId);
  }
}
