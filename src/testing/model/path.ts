import type { Options } from '../../options/types.js';
import type { StartFailure } from '../scenario.js';

/**
 * One path through the machine of a session or a query, as plain data. You can print a path, keep it in a file, or
 * edit it by hand.
 */
export interface Path<Step extends string = string> {
  /** A readable name, unique among the paths of one model. */
  name: string;
  /**
   * What happens, in order. `app …` is something the application does, `cli …` something the CLI
   * does, and `time …` lets time pass.
   */
  steps: readonly Step[];
  /**
   * What the CLI does at each step. `paths` fills this in so that you can read it; `run` ignores it
   * and derives the CLI's side from `steps`.
   */
  cli?: readonly CliMove<Step>[];
  /** Options that the application must run with for this path. */
  options?: ThemeOptions;
}

/** Options that a path can require of the application. Plain data, so a path fits in a file. */
export type ThemeOptions = Pick<Options, 'limits' | 'stall' | 'timeouts' | 'strictExitStatus'>;

/** What the CLI does at one step of a path. */
export interface CliMove<Step extends string = string> {
  /** The step of the path. */
  step: Step;
  /** The CLI's actions, in order. Empty if the step belongs to the application or to the clock. */
  does: readonly CliAct[];
}

/**
 * One action of the CLI, as plain data.
 *
 * In a frame, a value that starts with `$` stands for something only the application knows:
 * - `$initialize`, `$interrupt`, `$request`: the id of its open request of that kind
 * - `$message`: the uuid of its oldest open message
 * - `$hook`, `$hookEvent`: its first hook (`hook_0` and `PreToolUse` before the handshake)
 *
 * Any output before `start` starts the process first.
 */
export type CliAct =
  | {
      /** The process starts. */
      start: true;
    }
  | {
      /** The process cannot be started; the operating system reports this code. */
      failsToStart: StartFailure;
    }
  | {
      /** Writes a frame to stdout as one line. `times` repeats it within one chunk. */
      frame: Readonly<Record<string, unknown>>;
      /** How many times. Default 1. */
      times?: number;
    }
  | {
      /** Writes raw text to stdout, `times` times in a row. Add the newline yourself. */
      text: string;
      /** How many times. Default 1. */
      times?: number;
    }
  | {
      /** Writes raw bytes, given in hex, to stdout. */
      bytes: string;
    }
  | {
      /** `breaks`: writes to stdin fail during this step. `stops`: stdin is never read again. */
      stdin: 'breaks' | 'stops';
    }
  | {
      /** Closes stdout. The process keeps running. */
      closeStdout: true;
    }
  | {
      /** Exits with this code. */
      exit: number;
    };
