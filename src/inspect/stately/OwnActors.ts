import type { InspectionEvent } from 'xstate';
import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import { isOwnMachine } from '../chart/ownMachines.js';

/** Which living actors run machines of this library. */
export class OwnActors {
  readonly #ids = new Set<unknown>();

  /** Looks at an event before it is made plain data, which no longer says whose machine it is. */
  note(event: InspectionEvent): void {
    if (event.type !== '@xstate.actor') return;
    const { logic, sessionId } = event.actorRef as { logic?: unknown; sessionId: string };
    if (isOwnMachine(logic ?? {})) this.#ids.add(sessionId);
  }

  has(sessionId: unknown): boolean {
    return this.#ids.has(sessionId);
  }

  /** Forgets an actor when its last snapshot has been told. */
  told(event: JsonObject): void {
    const { type, sessionId, snapshot } = event;
    if (type !== '@xstate.snapshot' || !isObject(snapshot)) return;
    if (snapshot.status !== 'active') this.#ids.delete(sessionId);
  }
}
