import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import type { Content } from '../../options/runtimeTypes.js';
import { factsOf } from '../content/factsOf.js';
import type { Secrets } from '../content/Secrets.js';

/** An event for the Stately inspector, as it may leave this process. */
export function statelyEvent(given: object, content: Content, secrets: Secrets): JsonObject {
  const event = given as JsonObject;
  const part = (value: unknown) => (content === 'shown' ? secrets.hideInValue(value) : undefined);
  return {
    ...event,
    ...(typeof event.definition === 'string' && {
      definition: definition(event.definition, content, secrets),
    }),
    ...(isObject(event.snapshot) && { snapshot: snapshot(event.snapshot, part) }),
    ...(isObject(event.event) && {
      event: { ...factsOf(event.event), ...objectOr(part(event.event)), type: event.event.type },
    }),
  };
}

/** A definition may hold a context that does not depend on any input. */
function definition(text: string, content: Content, secrets: Secrets): string {
  const { context, ...config } = JSON.parse(text) as JsonObject;
  const shown = content === 'shown' ? { ...config, context } : config;
  return JSON.stringify(secrets.hideInValue(shown));
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
