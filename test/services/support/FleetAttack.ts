import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../../scripts/services.mjs';
import {
  bullmq,
  createFleet,
  embedded,
  type Fleet,
  type FleetRow,
  type FleetSession,
  fileStore,
  postgresStore,
} from '../../../src/fleet/index.js';
import type { Random } from '../../chaos/fixtures/Random.mjs';
import { AttackedRun } from '../../chaos/support/AttackedRun.js';
import { bypass, lastMessage } from '../../support/liveCli.js';
import type { ApiRequest, Saying } from '../../support/messagesApi.js';
import { isAlive } from '../../support/processes.js';
import { StallingProxy } from '../../support/StallingProxy.js';
import type { Target } from '../../support/targets.js';
import { until } from '../../support/until.js';
import { FleetMember } from './FleetMember.js';

/** Where to strike. A worker stops there, or the one who sends, or the API, or the tool. */
export const points = {
  sender: ['before post', 'after post', 'after wake'],
  worker: [
    ...['before lease', 'after lease', 'before spawn', 'before user line', 'after user line'],
    ...['before mirror', 'after mirror', 'before result', 'after result'],
  ],
  outside: ['after spawn', 'before tool', 'during tool', 'after tool', 'during answer'],
};
export const victims = ['cli', 'worker', 'guard', 'all'] as const;
export type Strike = (typeof victims)[number] | 'freeze' | 'cut' | 'queue' | 'store';

export interface Ground {
  /** The address of the module `src/fleet/index.js`, compiled. */
  url: string;
  target: Target;
  redis: Service;
  postgres: Service;
  queue: Queue;
}

/** Where the queue is. With `files`, the store is a folder too, and no service takes part. */
export const queues = ['redis', 'postgres', 'files'] as const;
type Queue = (typeof queues)[number];

const leaseMs = 4_000;
const settlesWithinMs = 45_000;
let attacks = 0;

/** One conversation, two workers and one strike. Returns what the oracles have to say. */
export async function attackFleet(
  random: Random,
  ground: Ground,
  point: string,
  strike: Strike,
): Promise<string[]> {
  const attack = await FleetAttack.begin(random, ground);
  try {
    return (await attack.strike(point, strike)).map((one) => `${point}, ${strike}: ${one}`);
  } finally {
    await attack.close();
  }
}

class FleetAttack {
  readonly #run: AttackedRun;
  readonly #ground: Ground;
  readonly #name: string;
  readonly #members: FleetMember[] = [];
  readonly #proxies: StallingProxy[];
  readonly #twins = new Set<string>();
  #gates = new Map<string, { reached: boolean; open: () => void; opened: Promise<void> }>();

  private constructor(run: AttackedRun, ground: Ground, proxies: StallingProxy[]) {
    this.#run = run;
    this.#ground = ground;
    this.#proxies = proxies;
    attacks += 1;
    this.#name = `attack_${process.pid}_${attacks}`;
  }

  static async begin(random: Random, ground: Ground): Promise<FleetAttack> {
    let attack: FleetAttack | undefined;
    const run = await AttackedRun.begin(
      random,
      () => (request) => (attack as FleetAttack).#answer(request),
    );
    const ports = [ground.redis.port, ground.postgres.port];
    attack = new FleetAttack(
      run,
      ground,
      await Promise.all(ports.map((port) => StallingProxy.to(port))),
    );
    return attack;
  }

  /** Runs the conversation with a strike in its middle, and checks everything. */
  async strike(point: string, strike: Strike): Promise<string[]> {
    const { outside, sender } = points;
    const sampling = setInterval(() => this.#sample(), 40);
    const member = createFleet({ engine: this.#engine(), store: this.#store() });
    try {
      if (outside.includes(point) && point !== 'after spawn') this.#gate(point);
      if (point !== 'during tool') this.#openTool();
      const stopAt = outside.includes(point) ? undefined : point;
      const isSender = sender.includes(point);
      const first = await this.#worker('one', isSender ? undefined : stopAt, true);
      const chat = await member.session('chat');
      const poster = this.#member({
        send: { content: 'Run 1', id: 'm1' },
        ...(isSender && { stopAt }),
      });
      if (!isSender) await poster.sent();
      await this.#reach(point, isSender ? poster : first).catch((cause) => failure(chat, cause));
      const second = await this.#worker('two');
      if (isSender) await poster.end();
      else await this.#hit(strike, first);
      // Who got no answer sends the message again, under the same id.
      await chat.send('Run 1', { id: 'm1' });
      for (const gate of this.#gates.values()) gate.open();
      this.#openTool();
      for (const one of this.#members) one.goOn();
      const problems: string[] = [];
      await settled(chat, 'm1');
      if (strike === 'freeze') first.kill('SIGCONT');
      for (const proxy of this.#proxies) proxy.resume();
      // A busy machine may lose a lease without any strike.
      for (let at = 2; at < 5; at++) {
        await chat.send(`Run ${at}`, { id: `m${at}` });
        if ((await settled(chat, `m${at}`)) === 'answered') break;
      }
      const rows: FleetRow[] = [];
      for await (const row of chat.rows({ follow: false })) rows.push(row);
      problems.push(...this.#judge(rows), ...(await this.#judgeUsage(member, strike)));
      problems.push(...second.problems, ...(first.isGone ? [] : first.problems));
      if (problems.length > 0) problems.push(`The rows: ${rows.map(brief).join(' | ')}`);
      return problems;
    } finally {
      clearInterval(sampling);
      await member.close({ timeoutMs: 0 });
    }
  }

  async close(): Promise<void> {
    for (const gate of this.#gates.values()) gate.open();
    this.#openTool();
    await Promise.all(this.#members.map((one) => one.end()));
    await Promise.all(this.#proxies.map((proxy) => proxy.close()));
    // The guards end what the workers have left.
    await until('the processes to go', () => this.#run.processes().length === 0, 10_000).catch(
      () => {},
    );
    await this.#run.close();
  }

  /** Every message has one outcome, and no tool ran twice without a word. */
  #judge(rows: FleetRow[]): string[] {
    const problems: string[] = [];
    const interrupted = rows.flatMap((row) => (row.type === 'interrupted' ? row.messages : []));
    const posted = rows.flatMap((row) => (row.type === 'posted' ? [row.id] : []));
    const outcomes = rows.flatMap((row) => (row.type === 'settled' ? [row] : []));
    for (const id of posted) {
      const own = outcomes.filter((row) => row.id === id);
      if (own.length !== 1) problems.push(`${id} has ${own.length} outcomes`);
      const outcome = own[0]?.outcome;
      if (outcome === 'interrupted' && !interrupted.includes(id))
        problems.push(`${id}: no row says why`);
      const times = this.#ran(id.slice(1));
      if (times > 1 && !interrupted.includes(id)) problems.push(`tool of ${id} ran ${times} times`);
      if (outcome === 'answered' && times === 0)
        problems.push(`${id} was answered without its tool`);
    }
    if (outcomes.at(-1)?.outcome !== 'answered') problems.push('the conversation does not go on');
    if (this.#twins.size > 0)
      problems.push(`two processes at once: ${[...this.#twins].join(', ')}`);
    return problems;
  }

  /**
   * What the ledger lacks is marked: the response that the API was working on. The simulated CLI writes
   * no final figures into its transcript, so it may lack the one before too. A CLI whose worker is frozen
   * or cut off goes on until its deadline, and nobody hears of it.
   */
  async #judgeUsage(fleet: Fleet, strike: Strike): Promise<string[]> {
    const { models, unknownResponses: unknown } = await fleet.usage();
    const counted = Object.values(models).reduce((sum, one) => sum + one.outputTokens, 0);
    const served = this.#run.api.served.reduce((sum, { usage }) => sum + usage.output_tokens, 0);
    const one = this.#run.api.served[0]?.usage.output_tokens ?? 0;
    const missing = served - counted;
    const isUnheard = strike === 'freeze' || strike === 'cut';
    const responses = this.#ground.target.backend === 'real' ? 1 : 2;
    const mayMiss = isUnheard ? Number.POSITIVE_INFINITY : responses * one;
    if (missing === 0 || (missing > 0 && missing <= mayMiss && unknown > 0)) return [];
    return [`the API served ${served} tokens, the ledger has ${counted}, unknown ${unknown}`];
  }

  async #hit(strike: Strike, worker: FleetMember): Promise<void> {
    const { redis, postgres, queue } = this.#ground;
    const pids = this.#run.processes();
    const guards = pids.filter(({ command }) => command.includes('claude-actors-guard'));
    const kill = (pid: number) => {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has just gone.
      }
    };
    if (strike === 'worker') worker.kill('SIGKILL');
    if (strike === 'freeze') worker.kill('SIGSTOP');
    if (strike === 'cli') for (const { pid } of this.#clis()) kill(pid);
    if (strike === 'guard') for (const { pid } of guards) kill(pid);
    if (strike === 'all') {
      worker.kill('SIGKILL');
      for (const { pid } of [...guards, ...this.#clis()]) kill(pid);
    }
    if (strike === 'cut') for (const proxy of this.#proxies) proxy.stall();
    if (strike === 'queue')
      await (queue === 'redis' ? redis : postgres).restart({ signal: 'SIGQUIT' });
    if (strike === 'store') await postgres.restart({ signal: 'SIGQUIT' });
  }

  async #reach(point: string, member: FleetMember): Promise<void> {
    const isReached = () => {
      if (point === 'after spawn') return this.#clis().length > 0;
      if (point === 'during tool') return this.#run.wrote('started');
      return this.#gates.get(point)?.reached || member.hasReached();
    };
    await until(`the conversation to be ${point}`, isReached, 60_000);
  }

  /** The model: one tool for each `Run n`, then a word. */
  async #answer(request: ApiRequest): Promise<Saying[]> {
    const [, run] = /.*Run (\d)/s.exec(lastMessage(request)) ?? [];
    // After an interruption, the message that follows comes with the result of the tool.
    if (!run && lastMessage(request).includes('tool_result')) {
      await this.#pass('after tool');
      const wait = this.#pass('during answer');
      return [{ text: 'It ' }, { wait }, { text: 'ran.' }];
    }
    if (!run) return [{ text: 'Fine.' }];
    await this.#pass('before tool');
    const command = `echo ${run} >> ran; touch started; until [ -e go ]; do sleep 0.05; done`;
    return [{ tool: 'Bash', id: `toolu_${crypto.randomUUID().slice(0, 8)}`, input: { command } }];
  }

  #gate(point: string): void {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    this.#gates.set(point, { reached: false, open, opened });
  }

  async #pass(point: string): Promise<void> {
    const gate = this.#gates.get(point);
    if (gate) gate.reached = true;
    await gate?.opened;
  }

  #openTool(): void {
    writeFileSync(join(this.#run.box.cwd, 'go'), '');
  }

  #ran(run: string): number {
    const file = join(this.#run.box.cwd, 'ran');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    return lines.filter((line) => line === run).length;
  }

  /** The processes of the CLI. What one of them has just forked still has its command line. */
  #clis(): { pid: number }[] {
    const found = this.#run
      .processes()
      .filter(({ command }) => / stream-json /.test(command) && !command.includes('guard'));
    const pids = new Set(found.map(({ pid }) => pid));
    return found.filter(({ pid }) => isAlive(pid) && !pids.has(parentOf(pid)));
  }

  #sample(): void {
    const clis = this.#clis();
    if (clis.length < 2) return;
    this.#twins.add(clis.map(({ pid }) => `${pid} of ${parentOf(pid)}`).join(' and '));
  }

  #engine() {
    const { queue, redis, postgres } = this.#ground;
    if (queue === 'files') return embedded({ leaseMs });
    const connection = queue === 'redis' ? redis.url : postgres.url;
    return bullmq({ connection, queue: this.#name, leaseMs, clockSkewMs: 100 });
  }

  #store() {
    if (this.#ground.queue === 'files') return fileStore(this.#folder);
    return postgresStore(this.#ground.postgres.url, { schema: this.#name });
  }

  get #folder(): string {
    return join(this.#run.box.home, 'fleet');
  }

  async #worker(name: string, stopAt?: string, isStruck = false): Promise<FleetMember> {
    const worker = this.#member({ worker: name, ...(stopAt && { stopAt }) }, isStruck);
    await worker.ready();
    return worker;
  }

  /** Who is struck reaches the services through proxies. */
  #member(plan: object, isStruck = false): FleetMember {
    const { url, target, queue, redis, postgres } = this.#ground;
    const [redisProxy, postgresProxy] = this.#proxies;
    const through = (service: Service, proxy?: StallingProxy) =>
      isStruck && proxy ? proxy.of(service.url) : service.url;
    const addresses = {
      redis: through(redis, redisProxy),
      postgres: through(postgres, postgresProxy),
    };
    const options = this.#run.options(target.path, bypass);
    const whole = {
      ...{ name: this.#name, leaseMs },
      ...(queue === 'files'
        ? { folder: this.#folder }
        : { queue: addresses[queue], postgres: addresses.postgres }),
      options: { ...options, env: { ...options.env, ...target.env } },
      ...plan,
    };
    const member = new FleetMember(url, whole, this.#run.programEnv);
    this.#members.push(member);
    return member;
  }
}

async function settled(chat: FleetSession, id: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(settlesWithinMs);
    return (await chat.settled(id, { signal })).outcome;
  } catch {
    return failure(chat, new Error(`${id} has no outcome`));
  }
}

/** Fails with what is known about the conversation. */
async function failure(chat: FleetSession, cause: Error): Promise<never> {
  const rows: string[] = [];
  for await (const row of chat.rows({ follow: false })) rows.push(brief(row));
  const info = JSON.stringify(await chat.info());
  throw new Error(`${cause.message} ${info}. The rows: ${rows.join(' | ')}`, { cause });
}

/** A row, in a few words. */
function brief({ cursor: _, ...row }: FleetRow): string {
  if (row.type === 'message') return row.message.type;
  if (row.type === 'usage') {
    const output = Object.values(row.usage.models).map(({ outputTokens }) => outputTokens);
    return `usage ${output} unknown ${row.usage.unknownResponses}`;
  }
  return JSON.stringify(row);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
