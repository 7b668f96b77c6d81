import { expect } from '@jest/globals';
import {
  addUsage,
  type Options,
  type Session,
  startSession,
  type UsageRow,
  type UsageTotals,
} from '../../src/index.js';
import { bypass, gate } from './liveCli.js';
import type { Served } from './messagesApi.js';
import type { Target } from './targets.js';
import type { UsageWorld } from './UsageWorld.js';
import { until } from './until.js';

/** A conversation that is continued over several processes. */
class UsageConversation {
  readonly #world: UsageWorld;
  readonly rows: UsageRow[] = [];
  /** The responses whose final figures nobody got. */
  readonly lost: Served[] = [];
  /** How many calls of the API may have been on their way when a process was killed. */
  inFlight = 0;
  /** The responses whose final figures were streamed to us. */
  readonly #streamed = new Set<string>();
  readonly #options: Options;
  #session: Session | undefined;
  #id: string | undefined;
  #from = 0;
  #lastResultAt = 0;

  constructor(world: UsageWorld, target: Target, includePartialMessages: boolean) {
    this.#world = world;
    const { box } = world;
    const { path, env } = target;
    this.#options = {
      includePartialMessages,
      ...{ pathToClaudeCodeExecutable: path, cwd: box.cwd, envMode: 'replace' as const },
      ...bypass,
      env: { ...box.env, ...env },
    };
  }

  async session(more: Options = {}): Promise<Session> {
    if (this.#session) return this.#session;
    this.#from = this.#world.api.served.length;
    this.#lastResultAt = 0;
    const options = { ...this.#options, ...(this.#id && { resume: this.#id }), ...more };
    const session = await startSession({ options });
    session.on('usage', (row) => this.rows.push(row));
    const speaking = new Map<string, string>();
    session.on('message', (message) => {
      if (message.type === 'result') this.#lastResultAt = Date.now();
      if (message.type !== 'stream_event') return;
      const { event, parent_tool_use_id: parent } = message;
      if (event.type === 'message_start') speaking.set(parent ?? '', event.message.id);
      if (event.type === 'message_delta') this.#streamed.add(speaking.get(parent ?? '') ?? '');
    });
    this.#session = session;
    return session;
  }

  async send(text: string): Promise<void> {
    const session = await this.session();
    const turn = session.send(text);
    const { session_id } = await turn.result;
    this.#id = session_id;
    expect(turn.usage).toBeDefined();
  }

  async end(): Promise<void> {
    await this.#session?.end();
    this.#session = undefined;
  }

  async fork(): Promise<void> {
    if (!this.#id) return;
    await this.end();
    await this.session({ forkSession: true });
    await this.send('say hello');
  }

  async interrupt(): Promise<void> {
    const session = await this.session();
    this.#world.busy = gate();
    const turn = session.send('cut me off');
    await this.#world.busy.opened;
    await until('the first words', () => this.#world.api.served.at(-1)?.isStarted);
    await turn.interrupt();
    await turn.result;
    this.#id = session.sessionId;
  }

  /** Kills the process some time after a message was sent. */
  async kill(text: string, ms: number, agents = 0): Promise<void> {
    this.inFlight += 1 + agents;
    const session = await this.session();
    session.send(text);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await this.#killNow(session);
  }

  /** Kills the process while it answers the report of a background agent. */
  async killAfterReport(): Promise<void> {
    this.inFlight += 1;
    this.#world.busy = gate();
    this.#world.hangsOnReports = true;
    const session = await this.session();
    session.send('delegate');
    await this.#world.busy.opened;
    this.#world.hangsOnReports = false;
    await until('the answer', () => this.#world.api.served.at(-1)?.isStarted);
    await this.#killNow(session);
  }

  async #killNow(session: Session): Promise<void> {
    const { sessionId } = session;
    process.kill(session.pid ?? 0, 'SIGKILL');
    await session.end().catch(() => {});
    this.#session = undefined;
    const written = this.#world.finalResponses();
    for (const one of this.#world.api.served.slice(this.#from)) {
      const isCounted = one.doneAt !== undefined && one.doneAt < this.#lastResultAt;
      const isKnown = isCounted || written.has(one.id) || this.#streamed.has(one.id);
      if (one.doneAt !== undefined && !isKnown) this.lost.push(one);
    }
    // If nothing was written yet, there is nothing to resume.
    this.#id = this.#world.isStored(sessionId) ? sessionId : undefined;
  }
}

/** The sums by model, without the context window that results add to a name. */
function byModel(usage: UsageTotals): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const [name, model] of Object.entries(usage.models)) {
    const { inputTokens, outputTokens, cacheCreationInputTokens, cacheReadInputTokens } = model;
    const figures = [inputTokens, outputTokens, cacheCreationInputTokens, cacheReadInputTokens];
    add(sums, name.replace(/\[.*$/, ''), figures);
  }
  return sums;
}

function servedByModel(responses: readonly Served[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const { model, usage } of responses) {
    const { input_tokens, output_tokens } = usage;
    const { cache_creation_input_tokens, cache_read_input_tokens } = usage;
    const figures = [input_tokens, output_tokens, cache_creation_input_tokens];
    add(sums, model, [...figures, cache_read_input_tokens]);
  }
  return sums;
}

function add(sums: Record<string, number[]>, name: string, figures: number[]): void {
  sums[name] = figures.map((figure, index) => figure + (sums[name]?.[index] ?? 0));
}

function first(columns: number, sums: Record<string, number[]>): Record<string, number[]> {
  return Object.fromEntries(
    Object.entries(sums).map(([model, figures]) => [model, figures.slice(0, columns)]),
  );
}

export const usageActs = {
  turn: (talk: UsageConversation) => talk.send('say hello'),
  tool: (talk: UsageConversation) => talk.send('use a tool'),
  helper: (talk: UsageConversation) => talk.send('ask a helper'),
  background: async (talk: UsageConversation) => {
    await talk.send('delegate');
    await (await talk.session()).idle();
  },
  compact: (talk: UsageConversation) => talk.send('/compact'),
  interrupt: (talk: UsageConversation) => talk.interrupt(),
  resume: (talk: UsageConversation) => talk.end(),
  fork: (talk: UsageConversation) => talk.fork(),
  killTool: (talk: UsageConversation, ms: number) => talk.kill('then hang', ms),
  killHelper: (talk: UsageConversation, ms: number) => talk.kill('ask a helper', ms, 1),
  killTurn: (talk: UsageConversation, ms: number) => talk.kill('say hello', ms),
  killReported: (talk: UsageConversation) => talk.killAfterReport(),
  killBackground: (talk: UsageConversation, ms: number) => talk.kill('delegate', ms, 1),
};

export type UsageAct = keyof typeof usageActs;

/** Runs a conversation, and compares its usage with what the API served. */
export async function checkUsage(
  world: UsageWorld,
  target: Target,
  steps: readonly [UsageAct, number][],
  includePartialMessages = false,
): Promise<void> {
  const from = world.api.served.length;
  const talk = new UsageConversation(world, target, includePartialMessages);
  for (const [act, ms] of steps) await usageActs[act](talk, ms);
  await talk.end();
  const sum = addUsage(...talk.rows);
  const done = world.api.served.slice(from).filter(({ doneAt }) => doneAt !== undefined);
  const missing = new Set(talk.lost);
  // The simulated CLI counts no cache tokens.
  const columns = target.backend === 'real' ? 4 : 2;
  const expected = servedByModel(done.filter((one) => !missing.has(one)));
  expect(first(columns, byModel(sum))).toEqual(first(columns, expected));
  const cut = world.api.served.slice(from).filter(({ doneAt }) => doneAt === undefined);
  expect(missing.size + cut.length).toBeLessThanOrEqual(sum.unknownResponses);
  const most = missing.size + cut.length + talk.inFlight;
  expect(sum.unknownResponses).toBeLessThanOrEqual(most);
  expect(new Set(talk.rows.map(({ id }) => id)).size).toBe(talk.rows.length);
  const hasEstimate = talk.rows.some(({ estimated }) => estimated);
  expect(sum.estimated).toBe(hasEstimate);
}
