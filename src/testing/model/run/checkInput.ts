import type { AnyStateMachine } from 'xstate';
import { ClaudeActorsError } from '../../../errors.js';
import { invalidOption } from '../../../options/invalidOption.js';
import { didYouMean, nearestName } from '../../../util/nearestName.js';
import { stateNames } from '../chart/chartParts.js';
import type { Path } from '../path.js';

/** Rejects checks for states that the chart does not have: they would never run, so never fail. */
export function checkStateNames(chart: AnyStateMachine, driver: object | undefined): void {
  const { states } = (driver ?? {}) as { states?: object };
  const known = stateNames(chart);
  for (const name of Object.keys(states ?? {})) {
    if (known.includes(name)) continue;
    const remedy = didYouMean(nearestName(name, known)) || ` Use one of ${known.join(', ')}.`;
    throw invalidOption(`driver.states['${name}']`, `is not a state.${remedy}`);
  }
}

/** Rejects a path with a step that the model does not know. */
export function checkSteps({ steps }: Path, known: readonly string[]): void {
  const wrong = steps.find((step) => !known.includes(step));
  if (wrong === undefined) return;
  const message = `Unknown step "${wrong}".${didYouMean(nearestName(wrong, known))} The model's \`steps\` property lists all of them.`;
  throw new ClaudeActorsError('InvalidOption', message, { option: 'steps' });
}
