import { join } from 'node:path';
import { officialName, officialSdk } from '../../scripts/officialSdk.mjs';
import { installCli } from '../support/installCli.mjs';
import { preparedData } from '../support/preparedData.mjs';
import { runRounds } from './runRounds.mjs';

/** What every benchmark needs: prepared data, a fake CLI, a clean environment, and the official SDK. */
export class BenchContext {
  /** The whole environment of workers and CLIs, so that nothing of this machine leaks in. */
  env;
  short;
  #data = preparedData();
  #cli = installCli(this.#data.folder);
  #profiles;
  #official;

  constructor({ short = false, profiles } = {}) {
    this.short = short;
    this.#profiles = profiles;
    const home = this.#data.folder;
    this.env = {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      ANTHROPIC_API_KEY: 'sk-ant-dummy',
    };
  }

  /** Picks a size: the first for a full run, the second for a short one. */
  size(full, short) {
    return this.short ? short : full;
  }

  /** Node's flags for writing a CPU profile, if one was asked for. */
  get profiling() {
    return this.#profiles ? ['--cpu-prof', `--cpu-prof-dir=${this.#profiles}`] : [];
  }

  get rounds() {
    return this.size(7, 3);
  }

  /** Writes frames to a file that the fake CLI can play. */
  file(frames) {
    return this.#data.write(frames);
  }

  /** The fake CLI and its environment, which tells it what to do (see support/cli.mjs). */
  cliWithPlan(plan) {
    return { cli: this.#cli, env: { ...this.env, BENCH_PLAN: JSON.stringify(plan) } };
  }

  /** Runs the tasks in rounds. Leaves out the official SDK if it cannot be installed. */
  async compare(tasks, settings) {
    const available = Object.entries(tasks).filter(
      ([, { contender }]) => contender !== 'official' || this.#hasOfficial(),
    );
    const execArgv = ['--expose-gc', '--disable-warning=ExperimentalWarning', ...this.profiling];
    const defaults = { rounds: this.rounds, env: this.env, execArgv };
    return runRounds(Object.fromEntries(available), { ...defaults, ...settings });
  }

  get officialUrl() {
    return this.#hasOfficial() ? this.#official.url : undefined;
  }

  close() {
    this.#data.remove();
  }

  #hasOfficial() {
    this.#official ??= this.#findOfficial();
    return this.#official.url !== undefined;
  }

  #findOfficial() {
    try {
      return { url: officialSdk() };
    } catch (cause) {
      const message = `${officialName} could not be installed. Comparisons with it are left out.`;
      if (process.env.CLAUDE_ACTORS_REQUIRE_CLI) throw new Error(message, { cause });
      process.stderr.write(`${message} ${cause.message.split('\n')[0]}\n`);
      return {};
    }
  }
}
