import type { StartFailure } from '../scenario.js';

/**
 * One thing that a CLI does, as plain data. In a frame, `$…` stands for what only the application
 * knows: `$initialize`, `$interrupt` and `$request` for the id of its open request of that kind,
 * `$message` for the uuid of its oldest message that is open, `$hook` and `$hookEvent` for the first
 * hook that it has (`hook_0` and `PreToolUse` before the handshake). Whatever it says before it has started starts it.
 */
export type CliAct =
  | { start: true }
  | { failsToStart: StartFailure }
  /** A line on stdout; `times`: so many of them in one piece. */
  | { frame: Readonly<Record<string, unknown>>; times?: number }
  /** Written to stdout as it is, so many times in a row; a line ends only where it says so. */
  | { text: string; times?: number }
  /** Bytes that are no text, in hex. */
  | { bytes: string }
  /** `breaks`: what is written at this step fails. `stops`: nothing is taken from now on. */
  | { stdin: 'breaks' | 'stops' }
  | { closeStdout: true }
  | { exit: number };

/** What the CLI does at a step of a path; nothing where the step is the application's, or time's. */
export interface CliMove<Step extends string = string> {
  step: Step;
  does: readonly CliAct[];
}

/** What the frames of a CLI have to name. */
export interface CliNames {
  /** The id that a request of the application's has on the wire. */
  request(id: string): string;
  /** The uuid that a message of the application's has on the wire. */
  message(uuid: string): string;
  /** A hook of the application's. */
  hook(): { callbackId: string; event: string };
  /** A name of the CLI's own that was not used before. */
  fresh(name: string): string;
  /** The latest that was given for the name. */
  latest(name: string): string;
}

/** Names of the CLI's own, counted from 1. */
export class OwnNames implements Pick<CliNames, 'fresh' | 'latest'> {
  readonly #given = new Map<string, number>();

  fresh(name: string): string {
    this.#given.set(name, (this.#given.get(name) ?? 0) + 1);
    return this.latest(name);
  }

  latest(name: string): string {
    const number = this.#given.get(name);
    return number === undefined ? name : `${name}-${number}`;
  }
}
