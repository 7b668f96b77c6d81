import type { Step } from '../scenario.js';
import { type Beat, beatsOf, type ModelAnswer } from './answer.js';
import { ApiAnswer } from './api/ApiAnswer.js';
import type { Cli } from './Cli.js';
import type { Voice } from './Voice.js';

/** The model's part: what it says and does, one message or event at a time. */
export interface Lines {
  /** What comes next; nothing where the model would stop. `isDue`: an answer of it is waited for. */
  next(isDue: boolean): Beat | undefined;
}

const goOn: ModelAnswer = { blocks: [{ type: 'text', text: 'Done.' }] };

/** From the steps of the scenario, or from the API where the scenario says so. */
export function linesOf(cli: Cli, voice: Voice, steps: readonly Step[], prompt: string): Lines {
  if (cli.scenario.model === 'api') {
    return { next: (isDue) => (isDue ? new ApiAnswer(cli, voice) : undefined) };
  }
  const beats = beatsOf(cli, steps, prompt);
  return { next: (isDue) => beats.shift() ?? (isDue ? goOn : undefined) };
}
