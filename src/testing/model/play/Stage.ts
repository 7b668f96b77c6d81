import type { AnyMachineSnapshot } from 'xstate';
import type { OwnNames } from '../CliAct.js';
import type { CountedClock } from './CountedClock.js';
import type { PlayedProcess } from './PlayedProcess.js';

/** What a step may lay hands on. */
export interface Stage<App, Driver> {
  readonly process: PlayedProcess;
  readonly clock: CountedClock;
  readonly driver: Driver;
  /** Those that the CLI and the user have given in this life. */
  readonly names: OwnNames;
  /**
   * Has the application do something, and waits for a sign of it: something asked of the chart, or
   * what `sign` says. An application that shows none is left to it; whether it ever settles is
   * looked at in the end.
   */
  ask(run: (app: App) => unknown, sign?: () => boolean): Promise<void>;
}

/** How what a path says is done to a real application. */
export interface Hands<Stimulus, App, Driver> {
  /** What is to settle from the start on, by its name. */
  awaits?(driver: Driver): Readonly<Record<string, (app: App) => unknown>>;
  act(stimulus: Stimulus, stage: Stage<App, Driver>): void | Promise<void>;
  /** Lets the CLI finish its work, so that an application that waits for it can end. */
  oblige(process: PlayedProcess, snapshot: AnyMachineSnapshot): void;
}
