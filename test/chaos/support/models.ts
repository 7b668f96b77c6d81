import { never, toolAnswered } from '../../support/liveCli.js';
import type { Model, Saying } from '../../support/messagesApi.js';

/** A model that calls Bash once, and then says what `then` says. */
export const bash =
  (command: string, then: Saying[], more: Record<string, unknown> = {}): Model =>
  (request) =>
    toolAnswered(request) ? then : [{ tool: 'Bash', id: 'toolu_1', input: { command, ...more } }];

/** The start of an answer that never ends. */
export const endless: Saying[] = [{ text: 'Well,' }, { wait: never }];
export const over: Saying[] = [{ text: 'Done.' }];

/** A tool that leaves a file if it runs although it must not. */
export const refused = bash('touch refused', over);

export const inBackground = { run_in_background: true };

/** What a tool does to the command that sleeps. */
export const foreground = (sleep: string) => `exec ${sleep}`;
export const daemon = (sleep: string) => `setsid ${sleep} >/dev/null 2>&1 </dev/null &`;
