import type { Step } from '../scenario.js';
import { ApiAnswer } from './api/ApiAnswer.js';
import type { Cli } from './cli.js';
import { type ModelAnswer, type ScriptItem, scriptItems } from './modelAnswer.js';
import type { Speaker } from './speaker.js';

/** What the model does in a turn, one message or event at a time. */
export interface ModelScript {
  /** The next item; undefined if the model would stop. `isDue`: the model must answer now. */
  next(isDue: boolean): ScriptItem | undefined;
  /** What is left of a scenario's steps. */
  readonly rest: ScriptItem[];
}

const doneAnswer: ModelAnswer = { blocks: [{ type: 'text', text: 'Done.' }] };

/** Takes the model's part from the steps of the scenario, or from the API if the scenario says so. */
export function modelScript(
  cli: Cli,
  speaker: Speaker,
  steps: readonly Step[],
  prompt: string,
): ModelScript {
  if (cli.scenario.model === 'api') {
    return { next: (isDue) => (isDue ? new ApiAnswer(cli, speaker) : undefined), rest: [] };
  }
  const items = speaker.turn.resumed?.rest ?? scriptItems(cli, steps, prompt);
  return { next: (isDue) => items.shift() ?? (isDue ? doneAnswer : undefined), rest: items };
}
