import process from 'node:process';
import type { AnyMachineSnapshot } from 'xstate';
import { pathTimeouts } from '../../../defaults.js';
import { ChartCoverage } from '../chart/ChartCoverage.js';
import type { PathModel } from '../chart/pathModel.js';
import { NameCounter } from '../NameCounter.js';
import type { Path } from '../path.js';
import type { AppDriver, PathReport } from './appDriver.js';
import { CountedClock } from './CountedClock.js';
import { checkSteps } from './checkInput.js';
import type { EventPerformer, PerformContext } from './eventPerformer.js';
import { PathFailure } from './PathFailure.js';
import { ScriptedPort } from './ScriptedPort.js';
import type { ScriptedProcess } from './ScriptedProcess.js';
import { StateOrder } from './StateOrder.js';
import { describeError, describeUnfinished, TrackedCall } from './TrackedCall.js';
import { WatchedActor } from './WatchedActor.js';
import { retryCheck, settle, waitUntil } from './waiting.js';

const { reactionMs, maxClockMs } = pathTimeouts;

/** Plays one path to a real application, and fails if the application does not cope. */
export class PathRunner<Step extends string, ModelEvent, App, Driver extends AppDriver<App>> {
  readonly #model: PathModel<Step, ModelEvent>;
  readonly #performer: EventPerformer<ModelEvent, App, Driver>;
  readonly #path: Path<Step>;
  readonly #driver: Driver;
  readonly #patienceMs: number;
  readonly #port = new ScriptedPort();
  readonly #clock = new CountedClock();
  readonly #watched: WatchedActor;
  readonly #stateOrder: StateOrder<Step, ModelEvent>;
  readonly #calls: TrackedCall[] = [];
  readonly #skipped: string[] = [];
  readonly #unhandled: unknown[] = [];
  readonly #names = new NameCounter();
  #started: TrackedCall | undefined;
  #app: { value: App } | undefined;
  #closed: TrackedCall | undefined;
  #stepIndex = -1;

  constructor(
    model: PathModel<Step, ModelEvent>,
    performer: EventPerformer<ModelEvent, App, Driver>,
    path: Path<Step>,
    driver: Driver,
  ) {
    this.#model = model;
    this.#performer = performer;
    this.#path = path;
    this.#driver = driver;
    this.#patienceMs = driver.patienceMs ?? pathTimeouts.patienceMs;
    this.#watched = new WatchedActor(model.chart);
    this.#stateOrder = new StateOrder(model, this.#watched, path.options);
  }

  async run(): Promise<PathReport> {
    checkSteps(this.#path, Object.keys(this.#model.steps));
    const onUnhandled = (error: unknown) => void this.#unhandled.push(error);
    process.on('unhandledRejection', onUnhandled);
    try {
      await this.#start();
      await this.#playSteps();
      await this.#finish();
      return this.#report();
    } catch (error) {
      await this.#abandon();
      throw error;
    } finally {
      process.off('unhandledRejection', onUnhandled);
    }
  }

  #report(): PathReport {
    const { topStates: states, microsteps } = this.#watched;
    return {
      states,
      transitions: [...new ChartCoverage(this.#model.chart).coveredBy(microsteps, 'transitions')],
      skipped: this.#skipped,
      departures: this.#stateOrder.departures,
    };
  }

  #fail(problem: string, at = this.#stepIndex, cause?: unknown): PathFailure {
    return new PathFailure(this.#path, at, problem, this.#watched.topStates, cause);
  }

  get #process(): ScriptedProcess {
    return this.#port.processes[0] as ScriptedProcess;
  }

  async #start(): Promise<void> {
    const options = {
      ...this.#path.options,
      port: this.#port,
      clock: this.#clock,
      inspect: this.#watched.inspect,
    };
    const started = new TrackedCall('start', -1, async () => {
      this.#app = { value: await this.#driver.start(options) };
    });
    this.#started = started;
    if (this.#driver.open) this.#track('open', (app) => this.#driver.open?.(app));
    const begins = [started, ...this.#calls];
    const hasBegun = () => begins.every(({ isSettled }) => isSettled);
    await waitUntil(() => this.#port.processes.length > 0 || hasBegun(), this.#patienceMs);
    // The application may start the process a moment after `start` or `open` has returned.
    const hasFailed = begins.some(({ failure }) => failure);
    await waitUntil(() => this.#port.processes.length > 0, hasFailed ? 0 : reactionMs);
    this.#checkSoFar();
    if (this.#port.processes.length === 0) {
      throw this.#fail(
        `\`start\` has not started a CLI within ${this.#patienceMs} ms. It must start the application and pass on the given \`options\`, including \`port\`, \`clock\` and \`inspect\`. If the application opens its session later, give the driver a function \`open\` that makes it do so.`,
      );
    }
    if (!this.#watched.isThere) {
      throw this.#fail(
        `No ${this.#model.chart.id} was seen: the option \`inspect\` has not reached it, or the application runs something else.`,
      );
    }
    for (const [name, run] of Object.entries(this.#performer.mustSettle?.(this.#driver) ?? {})) {
      this.#track(name, run);
    }
    await settle();
    await this.#checkStates();
  }

  async #playSteps(): Promise<void> {
    for (const [index, step] of this.#path.steps.entries()) {
      this.#stepIndex = index;
      const snapshot = this.#watched.snapshot as AnyMachineSnapshot;
      const modelEvents = this.#model.steps[step](snapshot);
      if (!modelEvents) this.#skipped.push(`${index + 1}. ${step}`);
      for (const one of modelEvents ?? []) await this.#performer.perform(one, this.#context);
      await settle();
      this.#respondToOthers();
      this.#checkSoFar();
      const unexplained = this.#stateOrder.afterStep(step);
      if (unexplained) throw this.#fail(unexplained);
      await this.#checkStates(step);
    }
    this.#stepIndex = this.#path.steps.length;
  }

  /** The path is about the first process. If the application starts others, they behave well. */
  #respondToOthers(): void {
    for (const other of this.#port.processes.slice(1)) this.#respond(other, true);
  }

  #respond(one: ScriptedProcess, answers: boolean): void {
    if (one.isGone) return;
    if (one.isAskedToExit) one.exitAsAsked();
    else if (answers) one.answerEverything();
  }

  get #context(): PerformContext<App, Driver> {
    return {
      process: this.#process,
      clock: this.#clock,
      driver: this.#driver,
      names: this.#names,
      callApp: (run, hasReacted) => this.#callApp(run, hasReacted),
    };
  }

  async #callApp(run: (app: App) => unknown, hasReacted = () => false): Promise<void> {
    const before = this.#watched.appEvents.length;
    await waitUntil(() => this.#app !== undefined || this.#started?.isSettled === true, reactionMs);
    const call = this.#track(this.#path.steps[this.#stepIndex] as Step, run);
    const reacted = () => this.#watched.appEvents.length > before || call.isSettled || hasReacted();
    if (this.#app) await waitUntil(reacted, reactionMs);
  }

  #track(name: string, run: (app: App) => unknown): TrackedCall {
    const call = new TrackedCall(name, this.#stepIndex, async () => {
      // If the application has not come up yet, the call waits for it.
      await this.#started?.settled;
      if (this.#app) await run(this.#app.value);
    });
    this.#calls.push(call);
    return call;
  }

  async #checkStates(step?: string): Promise<void> {
    const { states } = this.#watched;
    for (const state of states) {
      const check = this.#driver.states?.[state];
      const app = this.#app;
      if (!check || !app) continue;
      const run = () => check(app.value, { state, states, step });
      const checked = await retryCheck(run, this.#patienceMs);
      if (checked.ok) continue;
      const { why, cause } = checked;
      throw this.#fail(
        `The check for the state \`${state}\` fails: ${why}`,
        this.#stepIndex,
        cause,
      );
    }
  }

  #checkSoFar(): void {
    for (const one of [this.#started, ...this.#calls, this.#closed]) {
      if (!one?.failure) continue;
      const { error } = one.failure;
      const problem = `"${one.step}" failed with an error of its own: ${describeError(error)}`;
      throw this.#fail(problem, one.index, error);
    }
    const [violation] = this.#port.violations;
    if (violation) throw this.#fail(`The application ${violation}`);
    const { impossibleChange } = this.#stateOrder;
    if (impossibleChange) throw this.#fail(impossibleChange);
    for (const error of this.#unhandled) {
      throw this.#fail(
        `A promise was rejected and nobody handled it: ${describeError(error)}`,
        this.#stepIndex,
        error,
      );
    }
  }

  get #isClean(): boolean {
    return (
      this.#started?.isSettled === true &&
      (this.#app === undefined || this.#closed?.isSettled === true) &&
      this.#calls.every(({ isSettled }) => isSettled) &&
      this.#port.processes.every(({ isReleased }) => isReleased) &&
      this.#watched.isOver
    );
  }

  /**
   * Closes the application: first with the CLI as the path left it, then with a CLI that finishes
   * its work, then with the clock running.
   */
  async #finish(): Promise<void> {
    this.#process.writes = 'accept';
    const allSettled = () => this.#calls.every(({ isSettled }) => isSettled);
    // Once the session is over, nothing may wait for it any more, even if the app is not closed.
    if (this.#watched.isOver && !(await waitUntil(allSettled, this.#patienceMs)))
      throw this.#unfinished();
    this.#checkSoFar();
    const begun = performance.now();
    for (let round = 0; !this.#isClean; round++) {
      this.#close();
      await waitUntil(() => this.#isClean, round < 3 ? 0 : 5);
      const finishesWork = round > 2;
      for (const one of this.#port.processes) {
        this.#respond(one, finishesWork && one !== this.#process);
      }
      if (finishesWork && !this.#process.isGone && !this.#process.isAskedToExit) {
        this.#performer.finishWork(this.#process, this.#watched.snapshot as AnyMachineSnapshot);
      }
      if (round > 4 && this.#clock.now() < maxClockMs) this.#clock.increment(1000);
      await settle();
      this.#checkSoFar();
      if (performance.now() - begun > this.#patienceMs) throw this.#unfinished();
    }
    await settle();
    this.#checkSoFar();
    if (this.#clock.timersLeft > 0) {
      throw this.#fail(`${this.#clock.timersLeft} timers are left on the clock.`);
    }
  }

  #unfinished(): PathFailure {
    const { problem, at } = describeUnfinished({
      started: this.#started,
      calls: this.#calls,
      closed: this.#closed,
      processes: this.#port.processes,
      patienceMs: this.#patienceMs,
    });
    return this.#fail(problem, at);
  }

  #close(): void {
    const app = this.#app;
    if (app)
      this.#closed ??= new TrackedCall('close', this.#stepIndex, () =>
        this.#driver.close(app.value),
      );
  }

  /** After a failure nothing more is checked, but nothing may be left running. */
  async #abandon(): Promise<void> {
    this.#port.killAll();
    await this.#closeAndAdvance();
    // If the application comes up later, close it then: nobody else would.
    if (!this.#started?.isSettled) this.#started?.settled.then(() => this.#closeAndAdvance());
  }

  async #closeAndAdvance(): Promise<void> {
    for (let round = 0; round < 20 && !this.#isClean; round++) {
      this.#close();
      await waitUntil(() => this.#isClean, 5);
      this.#clock.increment(10_000);
    }
  }
}
