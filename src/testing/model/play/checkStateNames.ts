import type { AnyStateMachine } from 'xstate';
import { invalidOption } from '../../../options/invalidOption.js';
import { didYouMean, nearestName } from '../../../util/nearestName.js';
import { statesOf } from '../chart/chartParts.js';

/** A check for a state that the chart does not have would never run, and so never fail. */
export function checkStateNames(chart: AnyStateMachine, driver: object | undefined): void {
  const { states } = (driver ?? {}) as { states?: object };
  const known = statesOf(chart);
  for (const name of Object.keys(states ?? {})) {
    if (known.includes(name)) continue;
    const remedy = didYouMean(nearestName(name, known)) || ` Use any of ${known.join(', ')}.`;
    throw invalidOption(`driver.states['${name}']`, `is no state.${remedy}`);
  }
}
