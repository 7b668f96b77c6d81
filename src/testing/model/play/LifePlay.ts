import process from 'node:process';
import type { AnyMachineSnapshot } from 'xstate';
import { ClaudeActorsError } from '../../../errors.js';
import { didYouMean, nearestName } from '../../../options/nearestName.js';
import { OwnNames } from '../CliAct.js';
import type { LifeModel } from '../chart/exploreChart.js';
import { Marks } from '../chart/Marks.js';
import type { Path } from '../Path.js';
import { CountedClock } from './CountedClock.js';
import { checkState } from './checkState.js';
import { Followed, told } from './Followed.js';
import type { LifeDriver, LifeReport } from './LifeDriver.js';
import { LifeFailure } from './LifeFailure.js';
import { PlayedPort } from './PlayedPort.js';
import type { PlayedProcess } from './PlayedProcess.js';
import type { Hands, Stage } from './Stage.js';
import { StateOrder } from './StateOrder.js';
import { WatchedActor } from './WatchedActor.js';
import { settle, until } from './waiting.js';
import { whatIsLeft } from './whatIsLeft.js';

/** How long an application that does I/O may take to show that it has got something. */
const reactionMs = 100;
/** Simulated: nothing of ours waits so long. */
const longEnough = 10 * 60_000;

/** One life, played to a real application. */
export class LifePlay<Step extends string, Stimulus, App, Driver extends LifeDriver<App>> {
  readonly #life: LifeModel<Step, Stimulus>;
  readonly #hands: Hands<Stimulus, App, Driver>;
  readonly #path: Path<Step>;
  readonly #driver: Driver;
  readonly #patienceMs: number;
  readonly #port = new PlayedPort();
  readonly #clock = new CountedClock();
  readonly #watched: WatchedActor;
  readonly #order: StateOrder<Step, Stimulus>;
  readonly #asked: Followed[] = [];
  readonly #skipped: string[] = [];
  readonly #unhandled: unknown[] = [];
  readonly #names = new OwnNames();
  #started: Followed | undefined;
  #app: { is: App } | undefined;
  #closed: Followed | undefined;
  #at = -1;

  constructor(
    life: LifeModel<Step, Stimulus>,
    hands: Hands<Stimulus, App, Driver>,
    path: Path<Step>,
    driver: Driver,
  ) {
    this.#life = life;
    this.#hands = hands;
    this.#path = path;
    this.#driver = driver;
    this.#patienceMs = driver.patienceMs ?? 2000;
    this.#watched = new WatchedActor(life.chart);
    this.#order = new StateOrder(life, this.#watched, path.options);
  }

  async run(): Promise<LifeReport> {
    this.#checkSteps();
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

  #report(): LifeReport {
    const { came: states, stretches } = this.#watched;
    return {
      states,
      transitions: [...new Marks(this.#life.chart).of(stretches, 'transitions')],
      skipped: this.#skipped,
      departures: this.#order.departures,
    };
  }

  #checkSteps(): void {
    const known = Object.keys(this.#life.vocabulary);
    const wrong = this.#path.steps.find((step) => !known.includes(step));
    if (wrong === undefined) return;
    const message = `There is no step "${wrong}".${didYouMean(nearestName(wrong, known))} The property \`steps\` of the model lists them.`;
    throw new ClaudeActorsError('InvalidOption', message, { option: 'steps' });
  }

  #fail(problem: string, at = this.#at, cause?: unknown): LifeFailure {
    return new LifeFailure(this.#path, at, problem, this.#watched.came, cause);
  }

  get #process(): PlayedProcess {
    return this.#port.processes[0] as PlayedProcess;
  }

  async #start(): Promise<void> {
    const options = {
      ...this.#path.options,
      port: this.#port,
      clock: this.#clock,
      inspect: this.#watched.inspect,
    };
    const started = new Followed('start', -1, async () => {
      this.#app = { is: await this.#driver.start(options) };
    });
    this.#started = started;
    await until(() => this.#port.processes.length > 0 || started.isSettled, this.#patienceMs);
    // The process may be asked for a moment after `start` has returned.
    await until(() => this.#port.processes.length > 0, started.failure ? 0 : reactionMs);
    this.#checkSoFar();
    if (this.#port.processes.length === 0) {
      throw this.#fail(
        `\`start\` has not started a CLI within ${this.#patienceMs} ms. It must start the application and hand on its \`options\`, with their \`port\`, \`clock\` and \`inspect\`.`,
      );
    }
    if (!this.#watched.isThere) {
      throw this.#fail(
        `No ${this.#life.chart.id} was seen: the option \`inspect\` has not reached it, or the application runs something else.`,
      );
    }
    for (const [name, run] of Object.entries(this.#hands.awaits?.(this.#driver) ?? {})) {
      this.#follow(name, run);
    }
    await settle();
    await this.#checkStates();
  }

  async #playSteps(): Promise<void> {
    for (const [index, step] of this.#path.steps.entries()) {
      this.#at = index;
      const snapshot = this.#watched.snapshot as AnyMachineSnapshot;
      const stimuli = this.#life.vocabulary[step](snapshot);
      if (!stimuli) this.#skipped.push(`${index + 1}. ${step}`);
      for (const stimulus of stimuli ?? []) await this.#hands.act(stimulus, this.#stage);
      await settle();
      this.#tendOthers();
      this.#checkSoFar();
      const unexplained = this.#order.take(step);
      if (unexplained) throw this.#fail(unexplained);
      await this.#checkStates(step);
    }
    this.#at = this.#path.steps.length;
  }

  /** Only the first is in the path; an application may start others, and they behave. */
  #tendOthers(): void {
    for (const other of this.#port.processes.slice(1)) this.#tend(other, true);
  }

  #tend(one: PlayedProcess, answers: boolean): void {
    if (one.isGone) return;
    if (one.mustLeave) one.leave();
    else if (answers) one.serve();
  }

  get #stage(): Stage<App, Driver> {
    return {
      process: this.#process,
      clock: this.#clock,
      driver: this.#driver,
      names: this.#names,
      ask: (run, sign) => this.#ask(run, sign),
    };
  }

  async #ask(run: (app: App) => unknown, sign = () => false): Promise<void> {
    const before = this.#watched.orders.length;
    await until(() => this.#app !== undefined || this.#started?.isSettled === true, reactionMs);
    const asked = this.#follow(this.#path.steps[this.#at] as Step, run);
    const reacted = () => this.#watched.orders.length > before || asked.isSettled || sign();
    if (this.#app) await until(reacted, reactionMs);
  }

  #follow(name: string, run: (app: App) => unknown): Followed {
    const followed = new Followed(name, this.#at, async () => {
      // Where it has not come up yet, it is asked once it has.
      await this.#started?.settled;
      if (this.#app) await run(this.#app.is);
    });
    this.#asked.push(followed);
    return followed;
  }

  async #checkStates(step?: string): Promise<void> {
    const { states } = this.#watched;
    for (const state of states) {
      const check = this.#driver.states?.[state];
      const app = this.#app;
      if (!check || !app) continue;
      const run = () => check(app.is, { state, states, step });
      const checked = await checkState(run, this.#patienceMs);
      if (checked.ok) continue;
      const { why, cause } = checked;
      throw this.#fail(`The check for the state \`${state}\` fails: ${why}`, this.#at, cause);
    }
  }

  #checkSoFar(): void {
    for (const one of [this.#started, ...this.#asked, this.#closed]) {
      if (!one?.failure) continue;
      const { error } = one.failure;
      const problem = `"${one.step}" fails with an error of its own: ${told(error)}`;
      throw this.#fail(problem, one.index, error);
    }
    const [offence] = this.#port.offences;
    if (offence) throw this.#fail(`It ${offence}`);
    const { impossible } = this.#order;
    if (impossible) throw this.#fail(impossible);
    for (const error of this.#unhandled) {
      throw this.#fail(
        `A promise was rejected and nobody handled it: ${told(error)}`,
        this.#at,
        error,
      );
    }
  }

  get #isClean(): boolean {
    return (
      this.#started?.isSettled === true &&
      (this.#app === undefined || this.#closed?.isSettled === true) &&
      this.#asked.every(({ isSettled }) => isSettled) &&
      this.#port.processes.every(({ isDone }) => isDone) &&
      this.#watched.isOver
    );
  }

  /** Has the application close; first as the CLI stands there, then with a CLI that obliges it. */
  async #finish(): Promise<void> {
    this.#process.writes = 'accept';
    const allSettled = () => this.#asked.every(({ isSettled }) => isSettled);
    // Once the session is over nobody may wait for it, whether the application is closed or not.
    if (this.#watched.isOver && !(await until(allSettled, this.#patienceMs))) throw this.#left();
    this.#checkSoFar();
    const begun = performance.now();
    for (let round = 0; !this.#isClean; round++) {
      this.#close();
      await until(() => this.#isClean, round < 3 ? 0 : 5);
      const obliging = round > 2;
      for (const one of this.#port.processes) this.#tend(one, obliging && one !== this.#process);
      if (obliging && !this.#process.isGone && !this.#process.mustLeave) {
        this.#hands.oblige(this.#process, this.#watched.snapshot as AnyMachineSnapshot);
      }
      if (round > 4 && this.#clock.now() < longEnough) this.#clock.increment(1000);
      await settle();
      this.#checkSoFar();
      if (performance.now() - begun > this.#patienceMs) throw this.#left();
    }
    await settle();
    this.#checkSoFar();
    if (this.#clock.timersLeft > 0) {
      throw this.#fail(`${this.#clock.timersLeft} timers are left on the clock.`);
    }
  }

  #left(): LifeFailure {
    const { problem, at } = whatIsLeft({
      started: this.#started,
      asked: this.#asked,
      closed: this.#closed,
      processes: this.#port.processes,
      patienceMs: this.#patienceMs,
    });
    return this.#fail(problem, at);
  }

  #close(): void {
    const app = this.#app;
    if (app) this.#closed ??= new Followed('close', this.#at, () => this.#driver.close(app.is));
  }

  /** After a failure nothing is looked at any more, but nothing may be left either. */
  async #abandon(): Promise<void> {
    this.#port.killAll();
    await this.#windUp();
    // One that comes up later is closed then: nobody else would.
    if (!this.#started?.isSettled) this.#started?.settled.then(() => this.#windUp());
  }

  async #windUp(): Promise<void> {
    for (let round = 0; round < 20 && !this.#isClean; round++) {
      this.#close();
      await until(() => this.#isClean, 5);
      this.#clock.increment(10_000);
    }
  }
}
