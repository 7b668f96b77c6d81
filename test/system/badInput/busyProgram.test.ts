import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { query, startSession } from '../../../src/index.js';
import { buildSources } from '../../support/buildSources.js';
import { parentFixture } from '../../support/startCli.js';
import { until } from '../../support/until.js';
import {
  type Act,
  type ActorCli,
  actorCli,
  freshPath,
  type Play,
  start,
  within,
} from './support.js';

/**
 * After a long computation, Node fires the timers that are due before it reads the pipes. In each
 * test the CLI does its part in time, and the program does not look until the time is up.
 */
const limit = 300;

const agree: Act = [
  'say',
  {
    type: 'control_response',
    response: { subtype: 'success', request_id: '$id', response: { mode: 'agreed' } },
  },
];
const result = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'done',
  session_id: 's',
};
const system = (subtype: string) => ({ type: 'system', subtype, session_id: 's' });

/** Computes, so to speak: nothing else runs until `ms` are over and the CLI has noted this. */
function block(cli: ActorCli, noted?: string, ms = 2 * limit): void {
  const began = performance.now();
  const wait = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const elapsed = performance.now() - began;
    if (elapsed > ms && (noted === undefined || cli.noted().includes(noted))) return;
    if (elapsed > 20_000) throw new Error(`The CLI never noted ${noted}.`);
    Atomics.wait(wait, 0, 0, 10);
  }
}

/** A file on which the CLI waits before it plays the rest of a scene. */
function cue() {
  const path = freshPath('cue');
  const wait: Act = ['awaitFile', path];
  return { wait, give: () => writeFileSync(path, '') };
}

describe('a program that computes for longer than a timeout', () => {
  it('gets the answer to its control request', async () => {
    const play: Play = { request: [agree, ['note', 'answered']] };
    const { session, cli } = await start(play, { timeouts: { control: limit } });
    const answer = session.request('mcp_status');
    block(cli, 'answered');
    expect(await within('the answer', answer)).toEqual({ mode: 'agreed' });
  });

  it('starts its session', async () => {
    const { wait, give } = cue();
    const cli = actorCli(
      { initialize: [wait, agree, ['note', 'agreed']] },
      { timeouts: { initialize: limit } },
    );
    const starting = startSession({ options: cli.options });
    starting.catch(() => {});
    await until('the handshake', () => cli.heard().length > 0);
    give();
    block(cli, 'agreed');
    const session = await within('the start', starting);
    await within('end()', session.end());
  });

  it('sends a message that takes the CLI several reads', async () => {
    const play: Play = { message: [['say', { ...result, user_message_uuids: ['$uuid'] }]] };
    const { session, cli } = await start(play, { timeouts: { write: 1000 } });
    const turn = session.send('x'.repeat(8 * 1024 * 1024));
    // The pipe is full.
    await nextTick();
    await nextTick();
    expect(cli.heard()).toHaveLength(1);
    block(cli, undefined, 1500);
    expect(await within('the result', turn.result)).toMatchObject({ result: 'done' });
  });

  it('answers a hook with what it returned', async () => {
    const note = freshPath('note');
    await writeFile(note, 'not today');
    const hook = {
      type: 'control_request',
      request_id: 'h1',
      request: {
        subtype: 'hook_callback',
        callback_id: 'hook_0',
        input: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} },
      },
    };
    const play: Play = {
      message: [
        ['say', hook],
        ['note', 'asked'],
      ],
      reply: [['note', 'told']],
    };
    const blockTool = async () => {
      const reason = readFile(note, 'utf8');
      block(cli, 'asked');
      return { decision: 'block' as const, reason: await reason };
    };
    const { session, cli } = await start(play, {
      timeouts: { hook: limit },
      hooks: {
        PreToolUse: [{ hooks: [blockTool] }],
      },
    });
    session.send('Hello');
    await until('the answer', () => cli.noted().includes('told'));
    expect(cli.heard().at(-1)).toMatchObject({
      response: { response: { decision: 'block', reason: 'not today' } },
    });
  });

  it('does not count its own time as silence of the CLI', async () => {
    const answered: Act = ['say', { ...result, user_message_uuids: ['$uuid'] }];
    const { session, cli } = await start(
      { message: [answered, ['note', 'answered']] },
      { stall: { firstFrame: limit, midTurn: limit, action: 'stop' } },
    );
    const turn = session.send('Hello');
    block(cli, 'answered');
    expect(await within('the result', turn.result)).toMatchObject({ result: 'done' });
    expect(session.state).toBe('running');
  });

  it('reads what the CLI wrote after the result of a query', async () => {
    const { wait, give } = cue();
    const play: Play = {
      start: [['say', result], wait, ['say', system('late')], ['note', 'said']],
      stays: true,
    };
    const cli = actorCli(play);
    const subtypes: string[] = [];
    for await (const message of query('Hello', { mode: 'oneShot', ...cli.options })) {
      subtypes.push('subtype' in message ? String(message.subtype) : message.type);
      if (subtypes.length > 1) continue;
      give();
      block(cli, 'said');
    }
    expect(subtypes).toEqual(['success', 'late']);
  });

  it('learns the version of its CLI', async () => {
    const { wait, give } = cue();
    const play: Play = { version: [wait, ['write', '2.1.0 (Claude Code)\n'], ['note', 'said']] };
    const timeouts = { versionProbe: limit };
    const cli = actorCli(play, { skipVersionCheck: false, timeouts });
    const starting = startSession({ options: cli.options });
    await until('the probe', () => cli.noted().includes('asked for its version'));
    give();
    block(cli, 'said');
    const session = await within('the start', starting);
    const version = () => session.actor.getSnapshot().context.version;
    expect(await until('the version', version, 3000)).toBe('2.1.0');
    await within('end()', session.end());
  });

  it('ends its session in order', async () => {
    const { session, cli } = await start(
      {
        end: [
          ['say', system('last')],
          ['note', 'ended'],
          ['exit', 0],
        ],
      },
      { timeouts: { shutdown: { end: limit } } },
    );
    const seen = (async () => {
      const subtypes: unknown[] = [];
      for await (const message of session.messages())
        subtypes.push('subtype' in message && message.subtype);
      return subtypes;
    })();
    const ended = session.end();
    // Node closes a pipe on its next turn.
    await nextTick();
    await nextTick();
    block(cli, 'ended');
    await within('end()', ended);
    expect(await seen).toEqual(['last']);
  });
});

describe('a program that is stopped, and continued later', () => {
  const build = buildSources();
  afterAll(build.remove);

  it('gets the answer that came meanwhile', async () => {
    const { wait, give } = cue();
    const cli = actorCli(
      { request: [wait, agree, ['note', 'answered']] },
      { timeouts: { control: limit } },
    );
    const plan = { index: build.url('index.js'), options: cli.options };
    const program = spawn(process.execPath, [parentFixture('frozen.mjs'), JSON.stringify(plan)]);
    let said = '';
    program.stdout.on('data', (text) => {
      said += text;
    });
    const exited = new Promise((resolve) => program.once('exit', resolve));
    await until('the question', () => said.includes('asked') && cli.heard().length === 2);
    program.kill('SIGSTOP');
    const stoppedAt = performance.now();
    give();
    const isOverdue = () => performance.now() - stoppedAt > 2 * limit;
    await until(
      'the answer and the timeout',
      () => isOverdue() && cli.noted().includes('answered'),
    );
    program.kill('SIGCONT');
    expect(await within('the exit', exited)).toBe(0);
    expect(said).toBe('"asked"\n{"mode":"agreed"}\n"ended"\n');
  });
});
