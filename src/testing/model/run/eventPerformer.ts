import type { AnyMachineSnapshot } from 'xstate';
import type { NameCounter } from '../NameCounter.js';
import type { CountedClock } from './CountedClock.js';
import type { ScriptedProcess } from './ScriptedProcess.js';

/** What a performer works with. */
export interface PerformContext<App, Driver> {
  readonly process: ScriptedProcess;
  readonly clock: CountedClock;
  readonly driver: Driver;
  /** Names that the CLI and the user have used on this path. */
  readonly names: NameCounter;
  /**
   * Asks the application to do something, and waits briefly until it reacts: it sends the chart an
   * event, or `hasReacted` returns true. If it does not react, the path goes on. Whether the call
   * ever settles is checked at the end.
   */
  callApp(run: (app: App) => unknown, hasReacted?: () => boolean): Promise<void>;
}

/** Makes model events happen to a real application. */
export interface EventPerformer<ModelEvent, App, Driver> {
  /** Calls to make right after the start, by name. Each must settle by the end. */
  mustSettle?(driver: Driver): Readonly<Record<string, (app: App) => unknown>>;
  perform(modelEvent: ModelEvent, context: PerformContext<App, Driver>): void | Promise<void>;
  /** Lets the CLI finish its work, so that an application that waits for it can close. */
  finishWork(process: ScriptedProcess, snapshot: AnyMachineSnapshot): void;
}
