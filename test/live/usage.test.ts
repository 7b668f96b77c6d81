import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import {
  addUsage,
  type Options,
  type Session,
  startSession,
  type UsageRow,
  type UsageTotals,
} from '../../src/index.js';
import { bypass, gate, lastMessage, never } from '../support/liveCli.js';
import { type MessagesApi, messagesApi, type Saying, type Served } from '../support/messagesApi.js';
import { type Sandbox, sandbox } from '../support/sandbox.js';
import { describeCli, describeRealCli, type Target } from '../support/targets.js';
import { until } from '../support/until.js';

/** How many random programs are tried on each CLI. */
const runs = Number(process.env.USAGE_RUNS ?? 2);
const seed = process.env.USAGE_SEED ? Number(process.env.USAGE_SEED) : undefined;

jest.setTimeout(60_000 + runs * 60_000);

let api: MessagesApi;
let box: Sandbox;
let busy = gate();
/** Whether the model never finishes its answer to the report of a background agent. */
let hangsOnReports = false;

beforeEach(async () => {
  busy = gate();
  hangsOnReports = false;
  api = await messagesApi(
    (request) => say(lastMessage(request)),
    // Odd figures, so that no two sums of responses are equal by chance.
    (n) => ({
      input_tokens: 101 * n + (n % 7) * 13,
      output_tokens: 7 + n * n,
      cache_creation_input_tokens: (n * 37) % 101,
      cache_read_input_tokens: (n * 53) % 97,
    }),
  );
  box = sandbox(api.url);
});
afterEach(async () => {
  await api.close();
  box.remove();
});

/** What the model says depends on the last message only, so that requests may come in any order. */
function say(asked: string): Saying[] {
  const bash = (command: string): Saying => ({ tool: 'Bash', id: nextId(), input: { command } });
  const agent = (prompt: string, run_in_background: boolean): Saying => ({
    tool: 'Agent',
    id: nextId(),
    input: {
      ...{ description: 'help', prompt, subagent_type: 'general-purpose', model: 'haiku' },
      run_in_background,
    },
  });
  const answers: Record<string, () => Saying[]> = {
    tool_result: () =>
      asked.includes('HANG') ? [{ text: 'Well' }, { wait: never }] : [{ text: 'Done.' }],
    'use a tool': () => [{ text: 'So.' }, bash('echo hi')],
    'then hang': () => [bash('echo HANG')],
    'cut me off': () => {
      busy.open();
      return [{ text: 'Once' }, { wait: never }];
    },
    'ask a helper': () => [agent('use a tool', false)],
    delegate: () => [agent('use a tool', true)],
    summary: () => [{ text: '<summary>Nothing much.</summary>' }],
    'say hello': () => [{ text: 'Hello.' }],
  };
  if (hangsOnReports && asked.includes('task-notification')) {
    busy.open();
    return [{ wait: never }];
  }
  // After an interrupt, the message that was cut off comes again, before the new one.
  const place = (words: string) => asked.lastIndexOf(words);
  const [last = ''] = Object.keys(answers).toSorted((a, b) => place(b) - place(a));
  return answers[last]?.() ?? [];
}

let ids = 0;
const nextId = () => `toolu_${ids++}`;

/** A conversation that is continued over several processes. */
class Conversation {
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

  constructor(target: Target, includePartialMessages: boolean) {
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
    this.#from = api.served.length;
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
    busy = gate();
    const turn = session.send('cut me off');
    await busy.opened;
    await until('the first words', () => api.served.at(-1)?.isStarted);
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
    busy = gate();
    hangsOnReports = true;
    const session = await this.session();
    session.send('delegate');
    await busy.opened;
    hangsOnReports = false;
    await until('the answer', () => api.served.at(-1)?.isStarted);
    await this.#killNow(session);
  }

  async #killNow(session: Session): Promise<void> {
    const { sessionId } = session;
    process.kill(session.pid ?? 0, 'SIGKILL');
    await session.end().catch(() => {});
    this.#session = undefined;
    const written = finalResponses();
    for (const one of api.served.slice(this.#from)) {
      const isCounted = one.doneAt !== undefined && one.doneAt < this.#lastResultAt;
      const isKnown = isCounted || written.has(one.id) || this.#streamed.has(one.id);
      if (one.doneAt !== undefined && !isKnown) this.lost.push(one);
    }
    // If nothing was written yet, there is nothing to resume.
    this.#id = isStored(sessionId) ? sessionId : undefined;
  }
}

function transcripts(folder = join(box.home, '.claude', 'projects')): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith('.jsonl'));
}

function isStored(sessionId = ''): boolean {
  return transcripts().some(
    (file) => file.endsWith(`${sessionId}.jsonl`) && readFileSync(file, 'utf8').includes('"user"'),
  );
}

/** The ids of the responses whose final figures are in a transcript. */
function finalResponses(): Set<string> {
  const lines = transcripts().flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const found = new Set<string>();
  for (const line of lines) {
    if (!line.includes('"assistant"') || !line.endsWith('}')) continue;
    const { message } = JSON.parse(line) as { message?: { id: string; stop_reason?: string } };
    if (message?.stop_reason) found.add(message.id);
  }
  return found;
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

const acts = {
  turn: (talk: Conversation) => talk.send('say hello'),
  tool: (talk: Conversation) => talk.send('use a tool'),
  helper: (talk: Conversation) => talk.send('ask a helper'),
  background: async (talk: Conversation) => {
    await talk.send('delegate');
    await (await talk.session()).idle();
  },
  compact: (talk: Conversation) => talk.send('/compact'),
  interrupt: (talk: Conversation) => talk.interrupt(),
  resume: (talk: Conversation) => talk.end(),
  fork: (talk: Conversation) => talk.fork(),
  killTool: (talk: Conversation, ms: number) => talk.kill('then hang', ms),
  killHelper: (talk: Conversation, ms: number) => talk.kill('ask a helper', ms, 1),
  killTurn: (talk: Conversation, ms: number) => talk.kill('say hello', ms),
  killReported: (talk: Conversation) => talk.killAfterReport(),
  killBackground: (talk: Conversation, ms: number) => talk.kill('delegate', ms, 1),
};

type Act = keyof typeof acts;

async function check(
  target: Target,
  steps: readonly [Act, number][],
  includePartialMessages = false,
): Promise<void> {
  const from = api.served.length;
  const talk = new Conversation(target, includePartialMessages);
  for (const [act, ms] of steps) await acts[act](talk, ms);
  await talk.end();
  const sum = addUsage(...talk.rows);
  const done = api.served.slice(from).filter(({ doneAt }) => doneAt !== undefined);
  const missing = new Set(talk.lost);
  // The simulated CLI counts no cache tokens.
  const columns = target.backend === 'real' ? 4 : 2;
  const expected = servedByModel(done.filter((one) => !missing.has(one)));
  expect(first(columns, byModel(sum))).toEqual(first(columns, expected));
  const cut = api.served.slice(from).filter(({ doneAt }) => doneAt === undefined);
  expect(missing.size + cut.length).toBeLessThanOrEqual(sum.unknownResponses);
  const most = missing.size + cut.length + talk.inFlight;
  expect(sum.unknownResponses).toBeLessThanOrEqual(most);
  expect(new Set(talk.rows.map(({ id }) => id)).size).toBe(talk.rows.length);
  const hasEstimate = talk.rows.some(({ estimated }) => estimated);
  expect(sum.estimated).toBe(hasEstimate);
}

describeCli('usage', (target) => {
  it('of turns, tools, resumes and forks is what the API served', async () => {
    await check(target, [
      ['turn', 0],
      ['tool', 0],
      ['resume', 0],
      ['turn', 0],
      ['fork', 0],
      ['tool', 0],
    ]);
  });

  it('has the tokens, the cost, the durations and the tools of each turn', async () => {
    const options: Options = {
      ...{ pathToClaudeCodeExecutable: target.path, cwd: box.cwd, envMode: 'replace' },
      ...bypass,
      env: { ...box.env, ...target.env },
    };
    const session = await startSession({ options });
    const turns = [session.send('say hello'), session.send('use a tool')];
    await Promise.all(turns.map(({ result }) => result));
    const rows = turns.map(({ usage }) => usage as UsageTotals);
    expect(rows.map(({ toolCalls }) => toolCalls)).toEqual([0, 1]);
    expect(addUsage(...rows)).toEqual(session.usage);
    expect(session.usage.cost).toBeGreaterThan(0);
    const { total_cost_usd } = (await turns[1]?.result) ?? {};
    expect(session.usage.cost).toBeCloseTo(total_cost_usd ?? 0, 10);
    await session.end();
  });
});

describeRealCli('usage', (target) => {
  it('of agents, compactions, interrupts and kills is what the API served', async () => {
    await check(target, [
      ['helper', 0],
      ['background', 0],
      ['compact', 0],
      ['interrupt', 0],
      ['turn', 0],
      ['killTool', 1_500],
      ['turn', 0],
      ['fork', 0],
    ]);
  });

  it('of a background agent that is killed is what reached us or the transcript', async () => {
    for (const tokens of [true, false]) {
      await check(
        target,
        [
          ['turn', 0],
          ['killBackground', 400],
          ['turn', 0],
          ['killReported', 0],
          ['turn', 0],
        ],
        tokens,
      );
    }
  });

  it('of any conversation is what the API served', async () => {
    const act = fc.constantFrom(...(Object.keys(acts) as Act[]));
    const program = fc.array(fc.tuple(act, fc.integer({ min: 0, max: 900 })), {
      minLength: 4,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(program, fc.boolean(), (steps, tokens) => check(target, steps, tokens)),
      { numRuns: runs, endOnFailure: true, ...(seed !== undefined && { seed }) },
    );
  });
});
