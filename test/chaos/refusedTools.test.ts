import { it, jest } from '@jest/globals';
import { block, type HookOutput, type Options, startSession } from '../../src/index.js';
import { bypass } from '../support/liveCli.js';
import { until } from '../support/until.js';
import type { Random } from './fixtures/Random.mjs';
import { AttackedRun } from './support/AttackedRun.js';
import { attack } from './support/attack.js';
import { describeClis } from './support/describeClis.js';
import { refused } from './support/models.js';
import { Settling } from './support/Settling.js';

jest.setTimeout(3_600_000);

const never = () => new Promise<never>(() => {});
const fail = () => {
  throw new Error('as planned');
};
const deny = { behavior: 'deny', message: 'Not here.' } as const;

/** A hook that fails closed. */
const guarded = (hook: () => unknown, timeout?: number): Options => ({
  ...bypass,
  hooks: {
    PreToolUse: [
      { hooks: [hook as () => HookOutput], onFailure: 'deny', ...(timeout && { timeout }) },
    ],
  },
});

const asked = (canUseTool: () => unknown, more: Options = {}): Options => ({
  canUseTool: canUseTool as Options['canUseTool'],
  ...more,
});

/** Ways to refuse a tool, all of which must keep it from running. */
const refusals: Record<string, () => Options> = {
  'canUseTool denies': () => asked(() => deny),
  'canUseTool denies and interrupts': () => asked(() => ({ ...deny, interrupt: true })),
  'canUseTool throws': () => asked(fail),
  'canUseTool rejects': () => asked(() => Promise.reject(new Error('as planned'))),
  'canUseTool returns nonsense': () => asked(() => ({ behaviour: 'allow' })),
  'canUseTool takes too long': () => asked(never, { timeouts: { permission: 50 } }),
  'a hook blocks': () => ({ ...bypass, hooks: { PreToolUse: [{ hooks: [() => block('No.')] }] } }),
  'a hook that fails closed throws': () => guarded(fail),
  'a hook that fails closed returns nonsense': () => guarded(() => 'nonsense'),
  'a hook that fails closed takes too long': () => guarded(never, 0.05),
  'one hook blocks, another allows': () => ({
    ...bypass,
    hooks: { PreToolUse: [{ hooks: [() => block('No.'), () => ({})] }] },
  }),
};

/** Asks for a refused tool, and lets the run come to its end. */
async function refuse(random: Random, path: string, refusal: string): Promise<string[]> {
  const run = await AttackedRun.begin(random, () => refused);
  const settling = new Settling();
  try {
    const options = run.options(path, refusals[refusal]?.());
    const session = await startSession({ options });
    settling.followSession(session);
    const turn = session.send('Go');
    settling.follow('result', turn.result);
    settling.follow('end', session.end());
    const problems = [...(await settling.finish()), ...(await run.leftovers())];
    return problems.map((problem) => `${problem} (${refusal})`);
  } finally {
    await run.close();
  }
}

/** What happens while a callback has not answered. */
const endings: Record<string, (session: Awaited<ReturnType<typeof startSession>>) => unknown> = {
  'stop()': (session) => session.stop(),
  'the CLI is killed': ({ pid = 0 }) => process.kill(pid, 'SIGKILL'),
  'the CLI is terminated': ({ pid = 0 }) => process.kill(pid, 'SIGTERM'),
  'the CLI is hung up': ({ pid = 0 }) => process.kill(pid, 'SIGHUP'),
  'the CLI is interrupted': ({ pid = 0 }) => process.kill(pid, 'SIGINT'),
  'interrupt() and stop()': async (session) => {
    await session.interrupt().catch(() => {});
    await session.stop();
  },
};

async function neverAnswer(random: Random, path: string, ending: string): Promise<string[]> {
  const run = await AttackedRun.begin(random, () => refused);
  const settling = new Settling();
  const kind = random.pick(['hook', 'canUseTool']);
  try {
    const options = run.options(path, kind === 'hook' ? guarded(never) : asked(never));
    const session = await startSession({ options });
    settling.followSession(session);
    settling.follow('result', session.send('Go').result);
    await until('the question', () => session.pending.callbacks.length > 0, 30_000);
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 30)));
    settling.follow('ending', Promise.resolve(endings[ending]?.(session)));
    if (ending !== 'the CLI is interrupted') settling.follow('end', session.end());
    else settling.follow('stop', stopLater(session));
    const problems = [...(await settling.finish()), ...(await run.leftovers())];
    return problems.map((problem) => `${problem} (${kind}, ${ending})`);
  } finally {
    await run.close();
  }
}

/** A session outlives an interrupt. */
async function stopLater(session: Awaited<ReturnType<typeof startSession>>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  await session.stop();
}

describeClis('a refused tool', ({ version, path }) => {
  it('does not run', async () => {
    const names = Object.keys(refusals);
    await attack({ name: 'tool refused', cli: version }, (random, number) =>
      refuse(random, path, names[number % names.length] ?? ''),
    );
  });

  it('does not run if everything ends before the callback has answered', async () => {
    const names = Object.keys(endings);
    await attack({ name: 'tool whose callback never answers', cli: version }, (random, number) =>
      neverAnswer(random, path, names[number % names.length] ?? ''),
    );
  });
});
