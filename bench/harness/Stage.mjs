import { join } from 'node:path';
import { officialName, officialSdk } from '../../scripts/officialSdk.mjs';
import { installCli } from '../support/installCli.mjs';
import { preparedData } from '../support/preparedData.mjs';
import { contest } from './contest.mjs';

/** What the questions are asked on: the data, a CLI, an environment, and who takes part. */
export class Stage {
  /** The whole environment of workers and CLIs: nothing of this machine's own may be found. */
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

  /** The full number, or in the short form the smaller one. */
  size(full, small) {
    return this.short ? small : full;
  }

  /** What Node is told so that it writes a profile, where one is asked for. */
  get profiling() {
    return this.#profiles ? ['--cpu-prof', `--cpu-prof-dir=${this.#profiles}`] : [];
  }

  get rounds() {
    return this.size(7, 3);
  }

  /** A file of frames for a CLI to play. */
  file(frames) {
    return this.#data.write(frames);
  }

  /** The program that plays a CLI, and its environment with what it is to say. */
  cliThat(plan) {
    return { cli: this.#cli, env: { ...this.env, BENCH_PLAN: JSON.stringify(plan) } };
  }

  /** Answers of each entry, round by round; without the official SDK's where it is not to be had. */
  async contest(entries, settings) {
    const there = Object.entries(entries).filter(
      ([, { who }]) => who !== 'official' || this.#hasOfficial(),
    );
    const execArgv = ['--expose-gc', '--disable-warning=ExperimentalWarning', ...this.profiling];
    const all = { rounds: this.rounds, env: this.env, execArgv, ...settings };
    return contest(Object.fromEntries(there), all);
  }

  get officialUrl() {
    return this.#hasOfficial() ? this.#official.url : undefined;
  }

  close() {
    this.#data.remove();
  }

  #hasOfficial() {
    this.#official ??= this.#lookForOfficial();
    return this.#official.url !== undefined;
  }

  #lookForOfficial() {
    try {
      return { url: officialSdk() };
    } catch (cause) {
      const message = `${officialName} cannot be installed, so nothing is compared with it.`;
      if (process.env.CLAUDE_ACTORS_REQUIRE_CLI) throw new Error(message, { cause });
      process.stderr.write(`${message} ${cause.message.split('\n')[0]}\n`);
      return {};
    }
  }
}
