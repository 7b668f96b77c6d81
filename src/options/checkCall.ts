import { ClaudeActorsError } from '../errors.js';
import { isRecord } from './checkValue.js';
import { didYouMean, nearestName } from './nearestName.js';
import { isOptionName } from './unknownOption.js';

const known = ['prompt', 'options'];

/** Throws for an argument that is no `{ prompt, options }`: what it says would be ignored. */
export function checkCall(call: unknown, name: string): void {
  if (!isRecord(call)) {
    throw badCall(`${name} takes an object. Pass { prompt, options }.`);
  }
  const unknown = Object.keys(call).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const remedy = isOptionName(unknown)
    ? ` Put it into options: { ${unknown}: … }.`
    : didYouMean(nearestName(unknown, known) ?? 'options');
  throw badCall(`'${unknown}' is no part of what ${name} takes.${remedy}`, unknown);
}

/** Throws where options stand beside a call object, which has options of its own. */
export function checkNoSecond(options: unknown): void {
  if (options === undefined) return;
  throw badCall('The options stand beside { prompt, options }. Put them into it.', 'options');
}

function badCall(message: string, option?: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', message, option === undefined ? {} : { option });
}
