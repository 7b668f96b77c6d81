import { isObject } from '../../codec/jsonObject.js';
import { contextLimits } from '../../defaults/inspectorDefaults.js';
import type { Content } from '../../options/runtimeTypes.js';
import { redact } from '../../secrets/redact.js';
import { PersistentMap } from '../../util/PersistentMap.js';
import { PersistentQueue } from '../../util/PersistentQueue.js';
import { hiddenText } from '../page/model/story/json.js';
import { isMetadataField } from './metadataOf.js';

/** What the machines of this library pass through and never change, secrets among it. */
const skippedFields = new Set(['launch', 'settings', 'owner', 'job']);

const { maxFields, maxLength, maxTextLength, maxParts, maxDepth } = contextLimits;

/** A field of a context as JSON, or null if it is gone. */
export type ContextChanges = Readonly<Record<string, string | null>>;

/**
 * Says what changed in the context of one actor since the last call. A field whose value is the same
 * object as before is not read again, so an event that changes nothing costs next to nothing.
 */
export class ContextReader {
  readonly #content: Content;
  #values: Readonly<Record<string, unknown>> = {};
  readonly #texts = new Map<string, string>();

  constructor(content: Content) {
    this.#content = content;
  }

  changes(context: unknown): ContextChanges | undefined {
    if (!isObject(context)) return undefined;
    const before = this.#values;
    this.#values = context;
    const changes: Record<string, string | null> = {};
    const fields = Object.keys(context).filter((field) => !skippedFields.has(field));
    for (const field of fields.slice(0, maxFields)) {
      const value = context[field];
      if (field in before && before[field] === value) continue;
      const text = describeField(field, value, this.#content);
      if (text === this.#texts.get(field)) continue;
      this.#texts.set(field, text);
      changes[field] = text;
    }
    for (const field of this.#texts.keys()) {
      if (field in context) continue;
      this.#texts.delete(field);
      changes[field] = null;
    }
    return Object.keys(changes).length > 0 ? changes : undefined;
  }
}

function describeField(field: string, value: unknown, content: Content): string {
  const budget = { left: maxParts };
  const plain = describeValue(value, field, content === 'shown', maxDepth, budget);
  return redact(JSON.stringify(plain) ?? 'undefined').slice(0, maxLength);
}

/** Plain data that says what a value is. Hides texts unless content is shown. */
function describeValue(
  value: unknown,
  field: string,
  isShown: boolean,
  depth: number,
  budget: { left: number },
): unknown {
  budget.left -= 1;
  if (typeof value === 'string') {
    return isShown || isMetadataField(field) ? value.slice(0, maxTextLength) : hiddenText;
  }
  if (typeof value === 'function') return '[function]';
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) {
    const { code } = value as { code?: unknown };
    return { error: isShown ? value.message : hiddenText, ...(code !== undefined && { code }) };
  }
  const describe = (item: unknown, key: string) =>
    describeValue(item, key, isShown, depth - 1, budget);
  const isFull = depth === 0 || budget.left <= 0;
  if (Array.isArray(value)) {
    return isFull ? `[${value.length} items]` : value.map((item) => describe(item, field));
  }
  const name = classOf(value);
  if (name || isFull) return name ?? '{…}';
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [key, describe(item, key)]));
}

/** The class of an object that is not plain, with its size if it has one: `Map(3)`, `2 entries`. */
function classOf(value: object): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return undefined;
  const { size, length } = value as { size?: unknown; length?: unknown };
  const count = [size, length].find((one) => typeof one === 'number');
  // Reading the entries of an older version is slow, so there is only their number.
  if (value instanceof PersistentMap) return size === 1 ? '1 entry' : `${size} entries`;
  if (value instanceof PersistentQueue) return length === 1 ? '1 item' : `${length} items`;
  const { name } = value.constructor;
  return count === undefined ? `[${name}]` : `${name}(${count})`;
}
