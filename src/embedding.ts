import { planQuery, planSession } from './actors/cliPlan.js';
import { userMessage } from './actors/messages/userMessage.js';
import type { QueryInput } from './machines/query/queryTypes.js';
import type { SessionInput } from './machines/session/sessionTypes.js';
import { checkPrompt } from './options/checks/checkCall.js';
import type { Options } from './options/types.js';

export type { ClaudeEvent } from './actors/standaloneActor.js';
export { sessionOrders } from './actors/standaloneActor.js';

/**
 * The `input` of `sessionMachine`, for `createActor`, `invoke` and `spawn`. Use each input for one
 * actor only.
 *
 * @param options - How to start the CLI and how to talk to it.
 * @param prompt - The first message.
 */
export function sessionInput(options?: Options, prompt?: string): SessionInput {
  if (prompt !== undefined) checkPrompt(prompt);
  const { launch, initialize, settings, checkContent } = planSession(options, 'actor');
  if (prompt !== undefined) checkContent(prompt);
  return {
    launch,
    initialize,
    settings: settings.run,
    ...(prompt !== undefined && { prompt: [userMessage(prompt)] }),
  };
}

/**
 * The `input` of `queryMachine`, for `createActor`, `invoke` and `spawn`. Use each input for one
 * actor only.
 *
 * @param prompt - What to ask.
 * @param options - How to start the CLI.
 */
export function queryInput(prompt: string, options?: Options): QueryInput {
  const { launch, settings } = planQuery(prompt, { ...options, mode: 'oneShot' }, 'actor');
  return { launch, settings: settings.run };
}
