import { join } from 'node:path';
import { describe, it, jest } from '@jest/globals';
import { type Options, type SessionEvent, startSession } from '../../src/index.js';
import { bypass } from '../support/liveCli.js';
import type { Model } from '../support/messagesApi.js';
import { cliFixture } from '../support/startCli.js';
import { until } from '../support/until.js';
import type { Random } from './fixtures/Random.mjs';
import { AttackedRun } from './support/AttackedRun.js';
import { attack } from './support/attack.js';
import { describeClis } from './support/describeClis.js';
import { bash, daemon, endless, foreground, inBackground, refused } from './support/models.js';
import { Settling } from './support/Settling.js';

jest.setTimeout(3_600_000);

const never = () => new Promise<never>(() => {});

interface Phase {
  options?: Options;
  model(run: AttackedRun): Model;
  /** What shows that the phase has begun. */
  begins: 'callback' | 'message' | 'started';
}

const phases: Record<string, Phase> = {
  streaming: { model: () => () => endless, begins: 'message' },
  tool: {
    options: bypass,
    model: (run) => bash(run.sleepCommand(foreground), endless),
    begins: 'started',
  },
  'background shell': {
    options: bypass,
    model: (run) => bash(run.sleepCommand(foreground), endless, inBackground),
    begins: 'started',
  },
  daemon: {
    options: bypass,
    model: (run) => bash(run.sleepCommand(daemon), endless),
    begins: 'started',
  },
  hook: {
    options: { ...bypass, hooks: { PreToolUse: [{ hooks: [never] }] } },
    model: () => refused,
    begins: 'callback',
  },
  permission: { options: { canUseTool: never }, model: () => refused, begins: 'callback' },
};

/** Kills a real CLI while the program lives on. */
async function killCli(random: Random, path: string, phase: Phase): Promise<string[]> {
  const run = await AttackedRun.begin(random, phase.model);
  const signal = random.pick(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const);
  const settling = new Settling();
  try {
    const more = { ...phase.options, includePartialMessages: true };
    const session = await startSession({ options: run.options(path, more) });
    const events = settling.followSession(session);
    let streamed = false;
    session.on('message', ({ type }) => {
      streamed ||= type === 'stream_event';
    });
    const turn = session.send('Go');
    settling.follow('result', turn.result);
    settling.follow('turn', drained(turn));
    const begun = {
      callback: () => session.pending.callbacks.length > 0,
      message: () => streamed,
      started: () => run.wrote('started'),
    }[phase.begins];
    await until('the phase to begin', begun, 30_000);
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 50)));
    settling.follow('operation', session.mcpServerStatus());
    process.kill(session.pid ?? 0, signal);
    settling.follow('end', session.end());
    const problems = await settling.finish();
    if (problems.length === 0) problems.push(...causeOf((await events)?.at(-1)));
    problems.push(...(await run.leftovers()));
    return problems.map((problem) => `${problem} (${signal})`);
  } finally {
    await run.close();
  }
}

/** The last event must say what ended the CLI, unless that ended in order. */
function causeOf(last: SessionEvent | undefined): string[] {
  if (last === undefined) return ['no last event'];
  if (last.type !== 'failed') return [];
  const { signal, exitCode } = last.error.details;
  return signal || typeof exitCode === 'number' ? [] : [`no cause in ${last.error.message}`];
}

const frame = (fields: object) => ['say', JSON.stringify(fields)];
const assistant = frame({ type: 'assistant', message: { role: 'assistant', content: [] } });
const asking = frame({
  type: 'control_request',
  request_id: 'r1',
  request: { subtype: 'can_use_tool', tool_name: 'Bash', input: {} },
});

/** What the scripted CLI does in the moment in which it exits. */
const moments: Record<string, (exit: unknown[]) => object> = {
  start: (exit) => ({ start: [exit] }),
  handshake: (exit) => ({ initialize: [exit] }),
  'answering a message': (exit) => ({ message: [assistant, ['leaveHolder'], exit] }),
  'asking for permission': (exit) => ({ message: [asking, ['leaveHolder'], exit] }),
  'answering a request': (exit) => ({ request: [['leaveHolder'], exit] }),
};

/** Lets a scripted CLI exit with a code, and leave a daemon behind. */
async function exitCli(random: Random, moment: string): Promise<string[]> {
  const run = await AttackedRun.begin(random, () => () => []);
  const code = random.pick([1, 70, 134, 137]);
  const settling = new Settling();
  try {
    const play = JSON.stringify(moments[moment]?.(['exit', code]));
    const options = run.options(cliFixture('actor.mjs'), { canUseTool: never });
    const env = { ...options.env, PLAY: play, NOTES: join(run.box.home, 'notes') };
    const start = { options: { ...options, env, skipVersionCheck: true } };
    const starting = startSession(start);
    const session = await settling.follow('start', starting);
    const failure = await starting.catch((error) => error);
    const codes: unknown[] = [];
    if (session) {
      const events = settling.followSession(session);
      const turn = session.send('Go');
      settling.follow('result', turn.result);
      settling.follow('turn', drained(turn));
      settling.follow('operation', session.mcpServerStatus());
      settling.follow('end', session.end());
      const problems = await settling.finish();
      const last = (await events)?.at(-1);
      codes.push(last?.type === 'failed' ? last.error.details.exitCode : last?.type);
      settling.problems.push(...problems);
    } else {
      codes.push(failure?.details?.exitCode);
    }
    const problems = await settling.finish();
    if (codes[0] !== code) problems.push(`the last event names ${codes[0]}, not ${code}`);
    problems.push(...(await run.leftovers()));
    return problems.map((problem) => `${problem} (exit code ${code})`);
  } finally {
    await run.close();
  }
}

async function drained(iterable: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of iterable);
}

describeClis('a CLI that is killed', ({ version, path }) => {
  it.each(Object.entries(phases))(
    'takes its tools with it, and every promise settles: %s',
    async (name, phase) => {
      await attack({ name: `CLI killed: ${name}`, cli: version }, (random) =>
        killCli(random, path, phase),
      );
    },
  );
});

describe('a CLI that exits with a code', () => {
  it.each(Object.keys(moments))(
    'takes its tools with it, and every promise settles: %s',
    async (moment) => {
      await attack({ name: `CLI exits: ${moment}`, cli: 'scripted' }, (random) =>
        exitCli(random, moment),
      );
    },
  );
});
