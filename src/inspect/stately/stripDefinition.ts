import { isObject, type JsonObject } from '../../codec/jsonObject.js';

/** What draws a machine: names of states, events, actions, guards and actors. */
const names = new Set('id key type src target initial history reenter systemId'.split(' '));
/** Actions, guards and transitions: a name, an object with one, or a list of these. */
const parts = new Set(
  'entry exit actions guard invoke always onDone onError onSnapshot guards'.split(' '),
);
/** Parts by names of the user's. */
const maps = new Set('states on after'.split(' '));

/**
 * The config of a machine without all that may hold content: contexts, inputs, outputs, parameters,
 * descriptions. What is not known to draw the chart is left out.
 */
export function bareDefinition(config: unknown): JsonObject {
  if (!isObject(config)) return {};
  const kept = Object.entries(config).flatMap(([key, value]): [string, unknown][] => {
    if (parts.has(key)) return [[key, bare(value)]];
    if (maps.has(key) && isObject(value)) {
      return [
        [key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bare(one)]))],
      ];
    }
    // A target may be a list, an initial state a transition.
    return names.has(key) ? [[key, bare(value)]] : [];
  });
  return Object.fromEntries(kept);
}

function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  return isObject(value) ? bareDefinition(value) : value;
}
