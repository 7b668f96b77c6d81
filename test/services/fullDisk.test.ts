import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, expect, it, jest } from '@jest/globals';
import { startPostgres } from '../../scripts/services.mjs';
import {
  bullmq,
  createFleet,
  type Engine,
  embedded,
  type FleetRow,
  type FleetSession,
  type FleetStore,
  fileStore,
  postgresStore,
} from '../../src/fleet/index.js';
import { fakeCli } from '../../src/testing/index.js';
import { describeServices } from './support/describeServices.js';
import { SmallDisk } from './support/SmallDisk.js';

jest.setTimeout(120_000);
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const leaseMs = 2_000;
type Ground = () => { engine: Engine; store: FleetStore };

const grounds = {
  files: {
    megabytes: 64,
    async open(disk: SmallDisk): Promise<Ground> {
      const folder = join(disk.path, 'fleet');
      return () => ({ engine: embedded({ leaseMs }), store: fileStore(folder) });
    },
  },
  PostgreSQL: {
    megabytes: 160,
    async open(disk: SmallDisk): Promise<Ground> {
      const service = await startPostgres({ root: disk.path });
      endings.push(() => service.stop());
      const engine = () => bullmq({ connection: service.url, leaseMs, clockSkewMs: 100 });
      return () => ({ engine: engine(), store: postgresStore(service.url) });
    },
  },
};

async function rowsOf(chat: FleetSession): Promise<FleetRow[]> {
  const rows: FleetRow[] = [];
  for await (const row of chat.rows({ follow: false })) rows.push(row);
  return rows;
}

/** Waits for the outcome of a message, and goes on after an interruption. */
async function settled(chat: FleetSession, id: string) {
  const resume = setInterval(() => {
    void chat.info().then(async ({ state }) => {
      if (state === 'interrupted') await chat.resume();
    });
  }, 200);
  try {
    return await chat.settled(id, { signal: AbortSignal.timeout(40_000) });
  } catch (cause) {
    throw new Error(`${id} waits: ${JSON.stringify(await chat.info())}`, { cause });
  } finally {
    clearInterval(resume);
  }
}

describeServices('a fleet whose disk is full', () => {
  it.each(Object.entries(grounds))(
    'loses nothing that it has acknowledged, and goes on once there is room (%s)',
    async (name, { megabytes, open }) => {
      const disk = SmallDisk.mount(megabytes);
      if (!disk) {
        process.stderr.write(`Left out: a full disk (${name}). This user may not mount one.\n`);
        return;
      }
      endings.push(() => disk[Symbol.dispose]());
      const ground = await open(disk);
      // A turn takes a while, so that the disk is full before it ends.
      const turn = [{ tool: 'Bash', takes: 1_000 }, { text: 'Done.' }];
      const { port } = fakeCli({ turns: [turn, turn, turn] });
      const options = { port, allowedTools: ['Bash'] } as never;
      const worker = createFleet({ ...ground(), options });
      const app = createFleet(ground());
      endings.push(
        () => worker.close({ timeoutMs: 0 }),
        () => app.close(),
      );
      await worker.work();
      const [idle, busy] = await Promise.all([app.session('idle'), app.session('busy')]);
      await idle.send('Hi', { id: 'm0' });
      await settled(idle, 'm0');
      await busy.send('Hi', { id: 'm0' });
      for await (const row of busy.rows()) if (row.type === 'message') break;

      disk.fill({ leave: 1_000_000 });
      const acknowledged = ['m0'];
      let refused: { id: string; content: string; error: unknown } | undefined;
      for (let at = 1; !refused && at < 100; at++) {
        const id = `m${at}`;
        const content = randomBytes(20_000).toString('base64');
        await idle.send(content, { id }).then(
          () => acknowledged.push(id),
          (error: unknown) => {
            refused = { id, content, error };
          },
        );
      }
      expect(acknowledged.length).toBeGreaterThan(1);
      expect(String(refused?.error)).toMatch(/no space left|disk is full/i);
      process.stdout.write(
        `${name}: ${acknowledged.length - 1} more stored, then ${refused?.error}\n`,
      );
      // The turn ends, and perhaps nobody can write down how.
      await new Promise((resolve) => setTimeout(resolve, 2 * leaseMs));

      disk.free();
      const { id, content } = refused as { id: string; content: string };
      await idle.send(content, { id });
      acknowledged.push(id);
      for (const one of acknowledged) await settled(idle, one);
      expect(['answered', 'interrupted']).toContain((await settled(busy, 'm0')).outcome);
      const all = { idle: [...acknowledged, 'last'], busy: ['m0', 'last'] };
      for (const chat of [idle, busy]) {
        await chat.send('And now?', { id: 'last' });
        expect(await settled(chat, 'last')).toMatchObject({ outcome: 'answered' });
        const rows = await rowsOf(chat);
        const idsOf = (type: 'posted' | 'settled') =>
          rows.flatMap((row) => (row.type === type ? [row.id] : []));
        const expected = all[chat.id as keyof typeof all];
        expect(idsOf('posted')).toEqual(expected);
        expect(idsOf('settled')).toEqual(expected);
      }
    },
  );
});
