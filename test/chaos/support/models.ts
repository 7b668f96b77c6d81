import { toolAnswered } from '../../support/liveCli.js';
import type { Model, Saying } from '../../support/messagesApi.js';

/** A model that calls Bash once, and then says what `then` says. */
export const bash =
  (command: string, then: Saying[], more: Record<string, unknown> = {}): Model =>
  (request) =>
    toolAnswered(request) ? then : [{ tool: 'Bash', id: 'toolu_1', input: { command, ...more } }];

export const over: Saying[] = [{ text: 'Done.' }];

/** A tool that leaves a file if it runs although it must not. */
export const refused = bash('touch refused', over);
