import type { Facts } from '../page/model/rows.js';

/** Of events and contexts of this library's own machines: scalars without any content. */
const harmless = [
  ...['id', 'key', 'uuid', 'requestId', 'subtype', 'kind', 'label', 'state', 'taskType'],
  ...['timeoutMs', 'pid', 'signal', 'working', 'code', 'openTools', 'actorId'],
];

/** What may be told of an object whatever the content is to be. */
export function factsOf(object: object): Facts | undefined {
  const source = object as Record<string, unknown>;
  const facts: Record<string, string | number | boolean> = {};
  for (const name of harmless) {
    const value = source[name];
    if (typeof value === 'string') facts[name] = value.slice(0, 200);
    else if (typeof value === 'number' || typeof value === 'boolean') facts[name] = value;
  }
  if (Array.isArray(source.frames)) facts.frames = source.frames.length;
  return Object.keys(facts).length > 0 ? facts : undefined;
}
