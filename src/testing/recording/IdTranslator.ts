import { isObject } from '../../codec/jsonObject.js';
import type { Json } from './recording.js';

/**
 * Replaces recorded ids by current ones. A recording contains the ids of the program that made it,
 * but the replayed CLI must use the ids of the program that it now talks to.
 */
export class IdTranslator {
  readonly #current = new Map<string, string>();

  /** Learns ids from the same frame, as it was recorded and as the application writes it now. */
  learn(recorded: Json, current: Json): void {
    for (const field of ['request_id', 'uuid'] as const) {
      const [before, now] = [recorded[field], current[field]];
      if (typeof before === 'string' && typeof now === 'string') this.#current.set(before, now);
    }
    const [before, now] = [hookIds(recorded), hookIds(current)];
    for (const [index, id] of before.entries()) this.#current.set(id, now[index] ?? id);
  }

  knows(recorded: string): boolean {
    return this.#current.has(recorded);
  }

  /** A recorded frame of the CLI, with current ids. */
  translate(message: Json): Json {
    return JSON.parse(JSON.stringify(message), (_key, value: unknown) =>
      typeof value === 'string' ? (this.#current.get(value) ?? value) : value,
    ) as Json;
  }
}

function hookIds({ request }: Json): string[] {
  const hooks = isObject(request) && isObject(request.hooks) ? request.hooks : {};
  return Object.values(hooks)
    .flat()
    .flatMap((group) => (group as { hookCallbackIds?: string[] }).hookCallbackIds ?? []);
}
