import { checkHooks } from '../codec/checkHooks.js';
import type { Hooks } from './callbackTypes.js';
import { checkKeys } from './checkKeys.js';
import { problemOfEvent } from './hookEventNames.js';
import { invalidOption } from './invalidOption.js';

const matcherKeys = ['matcher', 'hooks', 'timeout', 'onFailure'];

/** Throws for hooks that would not do what they say: a misspelt `onFailure` lets tools through. */
export function checkHookOption(hooks: Hooks): void {
  checkHooks(hooks);
  for (const [event, matchers = []] of Object.entries(hooks)) {
    const problem = problemOfEvent(event);
    if (problem) throw invalidOption(`hooks.${event}`, problem);
    matchers.forEach((matcher, position) => {
      checkKeys(`hooks.${event}[${position}]`, matcher, matcherKeys);
    });
  }
}
