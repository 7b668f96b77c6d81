import { member } from '../support/fleetMembers.mjs';
import { inFolder, openFleet, percentile } from '../support/fleetParts.mjs';
import { sessionId } from '../support/frames.mjs';
import { heapAfterGc } from '../support/heapAfterGc.mjs';

const atOnce = 20;

const token = {
  ...{ type: 'stream_event', parent_tool_use_id: null, uuid: sessionId, session_id: sessionId },
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' token' } },
};

/**
 * A whole fleet: conversations that were answered once and are parked, and 20 that are busy. Counts
 * the messages without exactly one answer, and how long one takes to a process that is there.
 */
export async function load(plan) {
  let onTurn = () => {};
  const play = (cli, uuid) => {
    onTurn();
    cli.startTurn(uuid);
    cli.finishTurn(uuid);
  };
  const fleet = openFleet(plan, { play, max: atOnce });
  await fleet.work();
  const parked = await range(plan.parked, (at) => fleet.session(`parked-${at}`));
  await inBatches(parked, async (chat) => {
    await chat.send('Hi', { id: '1' });
    await chat.settled('1');
  });
  const live = await range(atOnce, (at) => fleet.session(`live-${at}`));
  const from = performance.now();
  const each = plan.wakes / atOnce;
  const missing = await Promise.all(live.map((chat) => converse(chat, each)));
  const ms = performance.now() - from;
  const isParked = ({ id, state }) => id.startsWith('parked') && state === 'parked';
  const stillParked = (await fleet.conversations()).filter(isParked).length;

  const times = [];
  for (let at = 0; at < plan.sends; at++) {
    const chat = live[at % atOnce];
    const reached = new Promise((resolve) => {
      onTurn = resolve;
    });
    const sentAt = performance.now();
    await Promise.all([chat.send('Hi', { id: `late-${at}` }), reached]);
    times.push(performance.now() - sentAt);
    await chat.settled(`late-${at}`);
  }
  await fleet.close();
  const lost = missing.reduce((sum, one) => sum + one, 0) + (plan.parked - stillParked);
  return { lost, ms, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Sends messages as fast as they are stored. Returns how many do not have exactly one answer. */
async function converse(chat, count) {
  const open = new Map();
  const posted = (async () => {
    for (let at = 0; at < count; at++) await chat.send('Hi', { id: `m${at}` });
  })();
  let done = 0;
  for await (const row of chat.rows()) {
    if (row.type !== 'settled') continue;
    done += 1;
    open.set(row.id, (open.get(row.id) ?? 0) + (row.outcome === 'answered' ? 1 : 2));
    if (done >= count) break;
  }
  await posted;
  return count - [...open.values()].filter((answers) => answers === 1).length;
}

/**
 * What an hour leaves in the memory of a worker: a message each second to one of 20 conversations, which
 * are parked at once, so that each message needs a new lease and a new process.
 */
export function fleetHour(given) {
  return inFolder(given, async (plan) => {
    const play = (cli, uuid) => {
      cli.startTurn(uuid);
      cli.send(...Array.from({ length: 50 }, () => token));
      cli.finishTurn(uuid);
    };
    const fleet = openFleet(plan, { play, max: atOnce, idleMs: 1 });
    await fleet.work();
    const chats = await range(atOnce, (at) => fleet.session(`c${at}`));
    const cursors = chats.map(() => 0);
    const second = async (number) => {
      const at = number % atOnce;
      const { id } = await chats[at].send('Hi');
      for await (const { type, id: settled, cursor } of chats[at].rows({ after: cursors[at] })) {
        cursors[at] = cursor;
        if (type === 'settled' && settled === id) return;
      }
    };
    const warmUp = plan.seconds / 10;
    for (let number = 0; number < warmUp; number++) await second(number);
    const before = await heapAfterGc();
    for (let number = 0; number < plan.seconds; number++) await second(number);
    const grownMb = ((await heapAfterGc()) - before) / 2 ** 20;
    await fleet.close();
    return { grownMb };
  });
}

/** How many messages a second a number of workers answers, each with 5 processes and turns of 100 ms. */
export function scaling(given) {
  return inFolder(given, async (plan) => {
    const fleet = openFleet(plan, {});
    const chats = await range(plan.conversations, (at) => fleet.session(`c${at}`));
    for (let number = 0; number < plan.each; number++) {
      await inBatches(chats, (chat) => chat.send('Hi', { id: `${number}` }));
    }
    let answered = 0;
    const count = ({ answered: one }) => {
      if (one) answered += 1;
    };
    const members = await Promise.all(
      Array.from({ length: plan.workers }, (_, at) =>
        member({ ...plan, role: 'fleet', worker: `w${at}`, max: 5, turnMs: 100 }, count),
      ),
    );
    // Those that were ready first have begun.
    const before = answered;
    const from = performance.now();
    const last = `${plan.each - 1}`;
    await Promise.all(chats.map((chat) => chat.settled(last)));
    const perSecond = ((answered - before) / (performance.now() - from)) * 1000;
    for (const { child } of members) child.kill('SIGKILL');
    await fleet.close();
    return { perSecond };
  });
}

async function inBatches(all, run) {
  for (let at = 0; at < all.length; at += atOnce) {
    await Promise.all(all.slice(at, at + atOnce).map(run));
  }
}

function range(length, create) {
  return Promise.all(Array.from({ length }, (_, at) => create(at)));
}
