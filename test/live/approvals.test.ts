import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import {
  type Approval,
  Approvals,
  type ApprovalsOptions,
  approvalNote,
  createSdkMcpServer,
  FileApprovalStore,
  SessionPool,
  tool,
} from '../../src/index.js';
import { type Build, buildSources } from '../support/buildSources.js';
import { bypass, lastMessage, live } from '../support/liveCli.js';
import type { ApiRequest, Saying } from '../support/messagesApi.js';
import { describeCli, type Target } from '../support/targets.js';
import { until } from '../support/until.js';

const pools: SessionPool[] = [];
const queues: Approvals[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.drain({ timeoutMs: 0 });
  for (const queue of queues.splice(0)) queue.close();
});
const cli = live();
let build: Build;
beforeAll(() => {
  build = buildSources();
});
afterAll(() => build.remove());

const folder = () => join(cli.box.home, 'approvals');
const oracle = () => join(cli.box.cwd, 'oracle');
const lines = () => (existsSync(oracle()) ? readFileSync(oracle(), 'utf8').split('\n') : ['']);
const runs = () => lines().length - 1;
const command = (word = 'ran') => ({ command: `echo ${word} >> ${oracle()}` });

function queue(more: Partial<ApprovalsOptions> = {}): Approvals {
  const approvals = new Approvals({ tools: ['Bash'], ...more });
  queues.push(approvals);
  return approvals;
}
const stored = () => queue({ store: new FileApprovalStore(folder()) });
const opened = (approvals: Approvals) =>
  new Promise<Approval>((resolve) => approvals.on('opened', resolve));
/** Calls the tool when it is told to, or that the call was approved, and is done with its result. */
const obedient = (request: ApiRequest): Saying[] => {
  const last = lastMessage(request);
  if (last.includes('approved now') || last.includes('Run it')) return [nextCall()];
  return [{ text: 'Done.' }];
};
let calls = 0;
const nextCall = (): Saying => {
  calls += 1;
  return { tool: 'Bash', id: `toolu_${calls}`, input: command() };
};
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

function poolOn(target: Target, approvals: Approvals): SessionPool {
  const pool = new SessionPool({ options: cli.options(target, bypass), approvals });
  pools.push(pool);
  return pool;
}

/** Runs a program until it says this, kills it with SIGKILL, and waits until its CLI is gone. */
async function killedProgram(target: Target, until_: 'opened' | 'ended', holdMs?: number) {
  const plan = {
    index: build.url('index.js'),
    options: cli.options(target, bypass),
    folder: folder(),
    ...{ key: 'anna', prompt: 'Run it', holdMs },
  };
  const program = fileURLToPath(new URL('./fixtures/approvalProgram.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(plan)], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line)));
  await until(`the program to say ${until_}`, () => said.some((one) => until_ in one), 60_000);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  const pid = Number(said.find((one) => 'pid' in one)?.pid);
  await until('the CLI to be gone', () => !isAlive(pid), 30_000);
  return said;
}

describeCli('approvals of a session', (target) => {
  it('holds a call until it is answered, and the first answer wins', async () => {
    cli.model = obedient;
    const approvals = queue();
    const session = await cli.start(target, { ...bypass, approvals });
    const asked = opened(approvals);
    const turn = session.send('Run it');
    const { id } = await asked;
    expect(await approvals.list()).toMatchObject([{ id, tool: 'Bash', held: 'live' }]);
    expect(runs()).toBe(0);
    expect(await approvals.answer(id, { behavior: 'allow' })).toBe(true);
    expect(await approvals.answer(id, { behavior: 'deny', message: 'late' })).toBe(false);
    expect(await turn.result).toMatchObject({ result: 'Done.' });
    expect(runs()).toBe(1);
    expect(await approvals.load(id)).toMatchObject({ state: 'used' });
  });

  it('denies, and changes the input', async () => {
    cli.model = obedient;
    const approvals = queue();
    const answers = [
      { behavior: 'deny', message: 'Not today.' } as const,
      { behavior: 'allow', updatedInput: command('changed') } as const,
    ];
    approvals.on('opened', ({ id }) => void approvals.answer(id, answers.shift() as never));
    const session = await cli.start(target, { ...bypass, approvals });
    await session.send('Run it').result;
    expect(runs()).toBe(0);
    expect(lastMessage(cli.api.requests.at(-1))).toContain('Not today.');
    await session.send('Run it').result;
    expect(lines()[0]).toBe('changed');
  });

  it('withdraws the approval of a turn that is interrupted', async () => {
    cli.model = obedient;
    const approvals = queue();
    const session = await cli.start(target, { ...bypass, approvals });
    const asked = opened(approvals);
    const withdrawn = new Promise((resolve) => approvals.on('withdrawn', resolve));
    const turn = session.send('Run it');
    turn.result.catch(() => {});
    const { id } = await asked;
    await session.interrupt();
    await withdrawn;
    expect(await approvals.answer(id, { behavior: 'allow' })).toBe(false);
    expect(runs()).toBe(0);
  });

  it('recalls a call after holdMs, and allows it once when the answer comes', async () => {
    cli.model = obedient;
    const approvals = queue({ holdMs: 300 });
    const session = await cli.start(target, { ...bypass, approvals });
    await session.send('Run it').result;
    expect(lastMessage(cli.api.requests.at(-1))).toContain('Nobody has decided yet');
    const [approval] = await approvals.list();
    expect(approval).toMatchObject({ held: 'recalled', state: 'open' });
    expect(await approvals.answer(approval?.id ?? '', { behavior: 'allow' })).toBe(true);
    const answered = (await approvals.load(approval?.id ?? '')) as Approval;
    await session.send(approvalNote(answered)).result;
    expect(runs()).toBe(1);
    // Once.
    await session.send('Run it').result;
    expect(runs()).toBe(1);
    expect(await approvals.list()).toHaveLength(1);
  });

  it('asks for a subagent, and holds its call', async () => {
    cli.model = (request) => {
      const isSubagent = JSON.stringify(request.messages[0]).includes('SUBTASK');
      if (isSubagent) {
        const isDone = JSON.stringify(request.messages).includes('tool_result');
        return isDone ? [{ text: 'Subagent done.' }] : [nextCall()];
      }
      if (JSON.stringify(request.messages).includes('tool_result')) return [{ text: 'Done.' }];
      const input = { description: 'x', prompt: 'SUBTASK', subagent_type: 'general-purpose' };
      return [{ tool: 'Agent', id: 'toolu_agent', input: { ...input, run_in_background: false } }];
    };
    const approvals = stored();
    const session = await cli.start(target, { ...bypass, approvals });
    const asked = opened(approvals);
    const turn = session.send('Delegate');
    const { id, agentId } = await asked;
    expect(agentId).toEqual(expect.any(String));
    expect(await approvals.load(id)).toMatchObject({ held: 'live' });
    await approvals.answer(id, { behavior: 'allow' });
    await turn.result;
    await session.idle();
    expect(runs()).toBe(1);
  });

  it('holds two calls of one message, and tools of this program', async () => {
    const notes: string[] = [];
    const note = tool('note', 'Takes a note', {}, async () => {
      notes.push('taken');
      return { content: [{ type: 'text', text: 'Taken.' }] };
    });
    const mcpServers = { here: createSdkMcpServer({ name: 'here', tools: [note] }) };
    cli.model = (request) => {
      const last = lastMessage(request);
      if (last.includes('Both')) return [nextCall(), nextCall()];
      if (last.includes('Note')) return [{ tool: 'mcp__here__note', id: 'toolu_n', input: {} }];
      return [{ text: 'Done.' }];
    };
    const approvals = queue({
      tools: ['Bash', 'mcp__here__*'],
      store: new FileApprovalStore(folder()),
    });
    const holds: string[] = [];
    approvals.on('opened', async ({ id }) => {
      // Long enough for the message to be complete.
      await new Promise((resolve) => setTimeout(resolve, 300));
      holds.push((await approvals.load(id))?.held ?? '');
      await approvals.answer(id, { behavior: 'allow' });
    });
    const session = await cli.start(target, { ...bypass, approvals, mcpServers });
    expect(await session.send('Both').result).toMatchObject({ result: 'Done.' });
    expect(runs()).toBe(2);
    expect(await session.send('Note').result).toMatchObject({ result: 'Done.' });
    expect(notes).toEqual(['taken']);
    expect(holds).toEqual(['live', 'live', 'live']);
  });
});

describeCli('approvals after SIGKILL', (target) => {
  const canDefer = target.version !== '2.1.197';

  it.each(['opened', 'ended'] as const)('runs the tool once, killed when %s', async (moment) => {
    cli.model = obedient;
    // Without `defer`, the turn goes on after the call was recalled.
    await killedProgram(target, moment, moment === 'ended' ? 1000 : undefined);
    expect(runs()).toBe(0);
    const approvals = stored();
    const pool = poolOn(target, approvals);
    const [approval] = await approvals.list();
    expect(approval).toMatchObject({ key: 'anna', state: 'open', tool: 'Bash' });
    if (moment === 'ended') expect(approval?.held).toBe(canDefer ? 'deferred' : 'recalled');
    expect(await approvals.answer(approval?.id ?? '', { behavior: 'allow' })).toBe(true);
    await until('the tool to run', () => runs() > 0, 60_000);
    await until('the conversation to be idle', () => pool.session('anna').state === 'idle', 60_000);
    expect(runs()).toBe(1);
    expect(await approvals.list()).toEqual([]);
    expect(await approvals.load(approval?.id ?? '')).toMatchObject({ state: 'used' });
  });

  it('tells the model that it was denied', async () => {
    cli.model = obedient;
    await killedProgram(target, 'ended', 1000);
    const approvals = stored();
    const pool = poolOn(target, approvals);
    const [approval] = await approvals.list();
    await approvals.answer(approval?.id ?? '', { behavior: 'deny', message: 'Never.' });
    const told = () => lastMessage(cli.api.requests.at(-1)).includes('Never.');
    await until('the model to be told', told, 60_000);
    await until('the conversation to be idle', () => pool.session('anna').state === 'idle', 60_000);
    expect(runs()).toBe(0);
  });

  it('survives two restarts, and an answer that comes before the last one', async () => {
    cli.model = obedient;
    await killedProgram(target, 'ended', 1000);
    const first = stored();
    const idle = poolOn(target, first);
    const [approval] = await first.list();
    // Messages wait for the answer to a deferred call.
    const waiting = idle.session('anna').send('What now?');
    waiting.result.catch(() => {});
    if (canDefer) {
      const isAwaiting = () => idle.session('anna').state === 'awaitingApproval';
      await until('the message to wait', isAwaiting, 30_000);
    } else await waiting.result;
    expect(runs()).toBe(0);
    await idle.drain();
    // Nobody is there to wake the conversation.
    await stored().answer(approval?.id ?? '', { behavior: 'allow' });
    const pool = poolOn(target, stored());
    await until('the tool to run', () => runs() > 0, 60_000);
    await until('the conversation to be idle', () => pool.session('anna').state === 'idle', 60_000);
    expect(runs()).toBe(1);
    expect(await pool.session('anna').send('And now?').result).toMatchObject({ result: 'Done.' });
    expect(runs()).toBe(1);
  });

  it('runs the tool in a session that is resumed with the same store', async () => {
    cli.model = obedient;
    await killedProgram(target, 'ended', 1000);
    const approvals = stored();
    const [open] = await approvals.list();
    await approvals.answer(open?.id ?? '', { behavior: 'allow' });
    const approval = (await approvals.load(open?.id ?? '')) as Approval;
    const session = await cli.start(target, { ...bypass, approvals, resume: approval.sessionId });
    if (approval.held === 'recalled') session.send(approvalNote(approval));
    await until('the tool to run', () => runs() > 0, 60_000);
    await session.idle();
    await session.end();
    expect(runs()).toBe(1);
  });
});

describeCli('approvals of a pool', (target) => {
  it('drains while an approval is open, and keeps it open', async () => {
    cli.model = obedient;
    const approvals = queue({ defer: false });
    const pool = poolOn(target, approvals);
    const asked = opened(approvals);
    const turn = pool.session('anna').send('Run it');
    const { id } = await asked;
    expect(await pool.drain()).toEqual({ stopped: [] });
    expect(await turn.result).toMatchObject({ result: 'Done.' });
    expect(await approvals.load(id)).toMatchObject({ state: 'open', held: 'recalled' });
    expect(runs()).toBe(0);
  });

  it('holds messages while a call is deferred, and sends them after it', async () => {
    if (target.version === '2.1.197') return;
    cli.model = obedient;
    const approvals = queue();
    const pool = poolOn(target, approvals);
    const session = pool.session('anna', { tenant: 'acme' });
    const turn = session.send('Run it');
    const next = session.send('What did it say?');
    expect(await turn.result).toMatchObject({ stop_reason: 'tool_deferred' });
    await until('the message to wait', () => session.state === 'awaitingApproval', 30_000);
    const [approval] = await approvals.list({ key: 'anna', tenant: 'acme' });
    expect(session.session).toBeUndefined();
    await approvals.answer(approval?.id ?? '', { behavior: 'allow' });
    expect(await next.result).toMatchObject({ result: 'Done.' });
    expect(runs()).toBe(1);
    const told = JSON.stringify(cli.api.requests.at(-1)?.messages);
    expect(told.indexOf('tool_result')).toBeLessThan(told.indexOf('What did it say?'));
  });

  it('holds a message that is sent right after the deferred turn', async () => {
    if (target.version === '2.1.197') return;
    cli.model = obedient;
    const approvals = queue();
    const pool = poolOn(target, approvals);
    const session = pool.session('anna');
    await session.send('Run it').result;
    const next = session.send('What did it say?');
    await until('the message to wait', () => session.state === 'awaitingApproval', 30_000);
    const [approval] = await approvals.list();
    await approvals.answer(approval?.id ?? '', { behavior: 'allow' });
    expect(await next.result).toMatchObject({ result: 'Done.' });
    expect(runs()).toBe(1);
  });

  it('runs the tool once if the answer comes at once', async () => {
    cli.model = obedient;
    const approvals = queue();
    const pool = poolOn(target, approvals);
    approvals.on('opened', ({ id }) => void approvals.answer(id, { behavior: 'allow' }));
    const session = pool.session('anna');
    for (const count of [1, 2, 3]) {
      await session.send('Run it').result;
      await until('the tool to run', () => runs() === count, 30_000);
      const isQuiet = () => ['idle', 'parked'].includes(session.state);
      await until('the conversation to be quiet', isQuiet, 30_000);
    }
    expect(await approvals.list()).toEqual([]);
    expect(JSON.stringify(cli.api.requests.at(-1)?.messages)).not.toContain('approved now');
  });
});
