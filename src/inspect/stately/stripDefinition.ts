import { isObject, type JsonObject } from '../../codec/jsonObject.js';

/** The names of states, events, actions, guards and actors. */
const nameFields = new Set('id key type src target initial history reenter systemId'.split(' '));
/** Actions, guards and transitions: a name, an object with one, or a list of these. */
const partFields = new Set(
  'entry exit actions guard invoke always onDone onError onSnapshot guards'.split(' '),
);
/** Objects whose keys are the user's names. */
const mapFields = new Set('states on after'.split(' '));

/**
 * The config of a machine with only what is needed to draw it. Everything else may hold content:
 * contexts, inputs, outputs, parameters, descriptions.
 */
export function stripDefinition(config: unknown): JsonObject {
  if (!isObject(config)) return {};
  const kept = Object.entries(config).flatMap(([key, value]): [string, unknown][] => {
    // A target may be a list, and an initial state a transition.
    if (partFields.has(key) || nameFields.has(key)) return [[key, stripPart(value)]];
    if (!mapFields.has(key) || !isObject(value)) return [];
    const entries = Object.entries(value).map(([name, part]) => [name, stripPart(part)]);
    return [[key, Object.fromEntries(entries)]];
  });
  return Object.fromEntries(kept);
}

function stripPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripPart);
  return isObject(value) ? stripDefinition(value) : value;
}
