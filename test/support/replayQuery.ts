import { Buffer } from 'node:buffer';
import { setImmediate as macrotask } from 'node:timers/promises';
import type { SimulatedClock } from 'xstate';
import { QueryRuntime } from '../../src/actors/QueryRuntime.js';
import type { ClaudeActorsError } from '../../src/errors.js';
import type { QueryItem } from '../../src/machines/query/queryTypes.js';
import type { Recording } from './recordings.js';
import { type SimulatedLaunch, simulatedLaunch } from './simulated.js';

export interface QueryReplaySettings {
  /** `late`: nothing is read before the process is gone. */
  reader: 'eager' | 'late';
  feed: 'frames' | 'burst';
}

/** Plays a recorded one-shot run to the real runtime, and reads everything it yields. */
export class QueryReplay {
  readonly query: QueryRuntime;
  readonly clock: SimulatedClock;
  readonly items: QueryItem[] = [];
  readonly states: string[] = [];
  /** How the stream ended: `done`, or the code of the error. */
  end: string | undefined;
  exited = false;
  readonly #launch: SimulatedLaunch;

  constructor() {
    this.#launch = simulatedLaunch(undefined, {
      command: () => ({ file: 'claude', args: [], env: {}, stdin: 'ignore' }),
    });
    const { launch, clock } = this.#launch;
    this.clock = clock;
    this.query = new QueryRuntime(
      { launch },
      {
        clock,
        onEvent: (event) => {
          if (event.type === 'stateChanged') this.states.push(event.state);
        },
      },
    );
    this.query.exited.then(() => {
      this.exited = true;
    });
  }

  get process(): ReturnType<SimulatedLaunch['process']> {
    return this.#launch.process();
  }

  async play({ entries }: Recording, { reader, feed }: QueryReplaySettings): Promise<this> {
    this.query.start();
    await macrotask();
    this.process.spawn(1);
    if (reader === 'eager') this.#read();
    const lines = entries.flatMap((entry) =>
      entry.dir === 'out' ? `${JSON.stringify(entry.message)}\n` : [],
    );
    for (const text of feed === 'burst' ? [lines.join('')] : lines) {
      if (text !== '') this.process.stdout(Buffer.from(text));
      await macrotask();
    }
    const exit = entries.at(-1);
    if (exit?.dir !== 'exit') throw new Error('a recording ends with the exit');
    if (exit.stderr) this.process.stderr(exit.stderr);
    this.process.endStdout();
    this.process.exit({ code: exit.code });
    await macrotask();
    if (reader === 'late') this.#read();
    await macrotask();
    return this;
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.query.next();
        if (done) break;
        this.items.push(value);
      }
      this.end = 'done';
    } catch (error) {
      this.end = (error as ClaudeActorsError).code;
    }
  }
}
