// A member of a fleet in a process of its own, told what to do by its parent.
import { fleetParts, openFleet } from './fleetParts.mjs';

const tell = (message) => process.connected && process.send(message);
process.on('disconnect', () => process.exit());

const roles = {
  /** Holds every lease it gets, for `holdMs`. */
  async work({ engine }, { worker, concurrency, holdMs }) {
    const run = async ({ id }) => {
      tell({ started: id, worker });
      await new Promise((resolve) => setTimeout(resolve, holdMs));
      tell({ ended: id, worker });
    };
    await engine.work(run, { worker, concurrency });
    tell({ ready: true });
  },
  /** Writes tokens as fast as the store takes them, in the small batches in which a CLI writes them. */
  async stream({ store }, { sessions, tokens }) {
    const keys = Array.from({ length: sessions }, (_, index) => `stream/${index}`);
    for (const key of keys) await store.change(key, () => ({ state: { epoch: 1 } }));
    tell({ ready: true });
    await new Promise((resolve) => process.once('message', resolve));
    for (let sent = 0; sent < tokens; ) {
      for (const key of keys) {
        for (let at = 0; at < 5; at++, sent++) {
          store.publish(key, 1, { type: 'tokens', text: ' token', parentToolUseId: null });
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  },
};

/** A worker with processes whose turns take a while. */
async function fleet(plan) {
  const play = (cli, uuid) => {
    cli.startTurn(uuid);
    setTimeout(() => {
      cli.finishTurn(uuid);
      tell({ answered: true });
    }, plan.turnMs);
  };
  const { max, worker } = plan;
  await openFleet(plan, { play, max, worker }).work();
  tell({ ready: true });
}

process.once('message', async ({ role, ...plan }) => {
  if (role === 'fleet') await fleet(plan);
  else await roles[role](fleetParts(plan), plan);
});
