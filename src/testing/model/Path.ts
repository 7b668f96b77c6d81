import type { CliMove } from './CliAct.js';
import type { ThemeOptions } from './chart/Vocabulary.js';

/** One life, as plain data: it can be printed, kept in a file, changed by hand. */
export interface Path<Step extends string = string> {
  /** Tells it from the others, and can be read. */
  name: string;
  /** What happens: `app …` is the application's doing, `cli …` the CLI's, `time …` neither's. */
  steps: readonly Step[];
  /** The CLI's side, one move a step: what `run` has it do there. Told by `paths`; `run` goes by the steps. */
  cli?: readonly CliMove<Step>[];
  /** What the options of the application must say for it besides. */
  options?: ThemeOptions;
}
