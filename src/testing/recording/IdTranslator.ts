import { isObject } from '../../codec/jsonObject.js';
import type { Json } from './recording.js';

/** A recording has the ids of the program that made it; the CLI must speak of those of this one. */
export class IdTranslator {
  readonly #current = new Map<string, string>();

  /** The same thing, as it was recorded and as it is said now. */
  learn(recorded: Json, own: Json): void {
    for (const field of ['request_id', 'uuid'] as const) {
      const [before, now] = [recorded[field], own[field]];
      if (typeof before === 'string' && typeof now === 'string') this.#current.set(before, now);
    }
    const [before, now] = [hookIds(recorded), hookIds(own)];
    for (const [index, id] of before.entries()) this.#current.set(id, now[index] ?? id);
  }

  knows(recorded: string): boolean {
    return this.#current.has(recorded);
  }

  /** What the CLI said, of our ids. */
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
