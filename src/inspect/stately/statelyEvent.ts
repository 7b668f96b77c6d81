import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import type { Content } from '../../options/runtimeTypes.js';
import { redactJsonValue } from '../../secrets/redactDeep.js';
import { metadataOf } from '../content/metadataOf.js';
import type { OwnActors } from './OwnActors.js';
import { stripDefinition } from './stripDefinition.js';

export interface StatelyEventOptions {
  content: Content;
  ownActors: OwnActors;
}

/** An event for the Stately inspector, without the content and the secrets that it may not see. */
export function statelyEvent(
  given: object,
  { content, ownActors }: StatelyEventOptions,
): JsonObject {
  const event = given as JsonObject;
  const isShown = content === 'shown';
  // Only this library's own events are known to have harmless fields.
  const isOwn = ownActors.has(event.sessionId) || ownActors.has(event.sourceId);
  const name = event.type === '@xstate.actor' ? ownActors.nameOf(event.sessionId) : undefined;
  const visible = {
    ...event,
    ...(name !== undefined && { name }),
    ...(typeof event.definition === 'string' &&
      !isShown && { definition: JSON.stringify(stripDefinition(JSON.parse(event.definition))) }),
    ...(isObject(event.snapshot) && { snapshot: visibleSnapshot(event.snapshot, isShown) }),
    ...(isObject(event.event) && {
      event: {
        ...((isShown || isOwn) && metadataOf(event.event)),
        ...(isShown && event.event),
        type: event.event.type,
      },
    }),
  };
  const redacted = redactJsonValue(visible);
  if (!isObject(redacted)) throw new Error('The event cannot be sent without its secrets.');
  return redacted;
}

function visibleSnapshot(snapshot: JsonObject, isShown: boolean): JsonObject {
  const { status, value, context, output, error, children } = snapshot;
  const hide = (content: unknown) => (isShown ? content : undefined);
  return {
    status,
    ...(value !== undefined && { value }),
    context: isShown && isObject(context) ? context : {},
    ...(output !== undefined && { output: hide(output) }),
    ...(error !== undefined && { error: hide(error) }),
    // Every child has events of its own.
    ...(isObject(children) && {
      children: Object.fromEntries(Object.keys(children).map((id) => [id, {}])),
    }),
  };
}
