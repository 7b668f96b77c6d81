import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import type { Content } from '../../options/runtimeTypes.js';
import { factsOf } from '../content/metadataOf.js';
import type { Secrets } from '../content/SecretFilter.js';
import { bareDefinition } from './stripDefinition.js';

export interface StatelyView {
  content: Content;
  secrets: Secrets;
  /** Whether an actor runs a machine of this library. */
  isOwn(sessionId: unknown): boolean;
}

/** An event for the Stately inspector, as it may leave this process. */
export function statelyEvent(given: object, { content, secrets, isOwn }: StatelyView): JsonObject {
  const event = given as JsonObject;
  const isShown = content === 'shown';
  const part = (value: unknown) => (isShown ? value : undefined);
  // Of a user's own events nobody knows which names are harmless.
  const hasFacts = isShown || isOwn(event.sessionId) || isOwn(event.sourceId);
  const told = {
    ...event,
    ...(typeof event.definition === 'string' &&
      !isShown && { definition: JSON.stringify(bareDefinition(JSON.parse(event.definition))) }),
    ...(isObject(event.snapshot) && { snapshot: snapshot(event.snapshot, part) }),
    ...(isObject(event.event) && {
      event: {
        ...(hasFacts && factsOf(event.event)),
        ...objectOr(part(event.event)),
        type: event.event.type,
      },
    }),
  };
  const safe = secrets.hideInValue(told);
  if (!isObject(safe)) throw new Error('The event cannot be told without its secrets.');
  return safe;
}

function snapshot(given: JsonObject, part: (value: unknown) => unknown): JsonObject {
  const { status, value, context, output, error, children } = given;
  return {
    status,
    ...(value !== undefined && { value }),
    context: objectOr(part(context)),
    ...(output !== undefined && { output: part(output) }),
    ...(error !== undefined && { error: part(error) }),
    // Each child tells of itself.
    ...(isObject(children) && {
      children: Object.fromEntries(Object.keys(children).map((id) => [id, {}])),
    }),
  };
}

function objectOr(value: unknown): object {
  return isObject(value) ? value : {};
}
