import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Port } from '../../src/ffi/process/port.js';
import {
  bullmq,
  createFleet,
  embedded,
  type Fleet,
  type FleetSession,
  fileStore,
  postgresStore,
} from '../../src/fleet/index.js';
import { fakeCli, type Scenario } from '../../src/testing/index.js';
import { describeServices } from './support/describeServices.js';

/** A longer run: FLEET_WAKES_MS=60000. */
const runsForMs = Number(process.env.FLEET_WAKES_MS ?? 8_000);
const leaseMs = 4_000;
const settlesWithinMs = 40_000;

const tool = { tool: 'Bash', takes: 10 };
const crash = { crash: 'SIGKILL' } as const;
const scenarios: Scenario['turns'][] = [
  [[{ text: 'a' }], [{ text: 'b' }], [{ text: 'c' }]],
  [[{ text: 'a' }, crash]],
  [[{ text: 'a' }], [tool, { text: 'b' }, crash]],
];

/** A CLI in memory that is killed now and then, in a turn or between two. */
function mortalCli(turns: Scenario['turns']): Port {
  const { port } = fakeCli({ turns });
  return {
    ...port,
    start(command, listener) {
      const handle = port.start(command, listener);
      if (Math.random() < 0.5) {
        setTimeout(() => handle.kill('SIGKILL'), Math.random() * 1_500).unref();
      }
      return handle;
    },
  };
}

/** Sends one message after the other, and says how often each outcome came. */
async function talk(chat: FleetSession, until: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let number = 1; Date.now() < until; number++) {
    const id = `m${number}`;
    await chat.send('Hi', { id });
    const signal = AbortSignal.timeout(settlesWithinMs);
    const { outcome } = await chat.settled(id, { signal }).catch(async (cause) => {
      throw new Error(`${id} waits: ${JSON.stringify(await chat.info())}`, { cause });
    });
    outcomes.push(outcome);
  }
  return outcomes;
}

describeServices('conversations whose processes are killed', ({ redis, postgres }) => {
  const folder = mkdtempSync(join(tmpdir(), 'claude-actors-wakes-'));
  const name = `wakes_${process.pid}`;
  const grounds = {
    'files, embedded': () => ({ engine: embedded({ leaseMs }), store: fileStore(folder) }),
    'PostgreSQL, embedded': () => ({
      engine: embedded({ leaseMs }),
      store: postgresStore(postgres, { schema: `${name}_embedded` }),
    }),
    'PostgreSQL, Redis': () => ({
      engine: bullmq({ connection: redis, queue: name, leaseMs }),
      store: postgresStore(postgres, { schema: `${name}_redis` }),
    }),
    'PostgreSQL alone': () => ({
      engine: bullmq({ connection: postgres, queue: name, leaseMs, clockSkewMs: 100 }),
      store: postgresStore(postgres, { schema: name }),
    }),
  };

  it.each(Object.entries(grounds))(
    'lose no wake-up on %s',
    async (_, ground) => {
      const clis = scenarios.map(mortalCli);
      const options = () => ({
        port: clis[Math.floor(Math.random() * clis.length)] as Port,
        allowedTools: ['Bash'],
      });
      const join = (idleMs: number): Fleet =>
        createFleet({ ...ground(), options, pool: { max: 6, idleMs } });
      const workers = [join(30), join(1_000)];
      const app = join(30);
      try {
        await Promise.all(workers.map((worker) => worker.work()));
        const chats = await Promise.all([...Array(8).keys()].map((at) => app.session(`c${at}`)));
        const until = Date.now() + runsForMs;
        const outcomes = (await Promise.all(chats.map((chat) => talk(chat, until)))).flat();
        const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
        process.stdout.write(`${outcomes.length} messages, ${count('interrupted')} interrupted\n`);
        expect(count('answered')).toBeGreaterThan(0);
        expect(count('interrupted')).toBeGreaterThan(0);
      } finally {
        await Promise.all([...workers, app].map((one) => one.close({ timeoutMs: 0 })));
        rmSync(folder, { recursive: true, force: true });
      }
    },
    runsForMs + settlesWithinMs + 30_000,
  );
});
