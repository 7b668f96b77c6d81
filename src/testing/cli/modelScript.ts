import type { Step } from '../scenario.js';
import { ApiAnswer } from './api/ApiAnswer.js';
import type { Cli } from './cli.js';
import { type ModelAnswer, type ScriptItem, scriptItems } from './modelAnswer.js';
import type { Speaker } from './speaker.js';

/** The model's part: what it says and does, one message or event at a time. */
export interface ModelScript {
  /** What comes next; nothing where the model would stop. `isDue`: an answer of it is waited for. */
  next(isDue: boolean): ScriptItem | undefined;
}

const doneAnswer: ModelAnswer = { blocks: [{ type: 'text', text: 'Done.' }] };

/** From the steps of the scenario, or from the API where the scenario says so. */
export function modelScript(
  cli: Cli,
  voice: Speaker,
  steps: readonly Step[],
  prompt: string,
): ModelScript {
  if (cli.scenario.model === 'api') {
    return { next: (isDue) => (isDue ? new ApiAnswer(cli, voice) : undefined) };
  }
  const beats = scriptItems(cli, steps, prompt);
  return { next: (isDue) => beats.shift() ?? (isDue ? doneAnswer : undefined) };
}
