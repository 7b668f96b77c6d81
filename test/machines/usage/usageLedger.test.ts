import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Message } from '../../../src/codec/messages.js';
import {
  newUsageLedger,
  type UsageLedger,
  usageEnded,
  usageReceived,
} from '../../../src/machines/usage/usageLedger.js';
import { addUsage, noUsage } from '../../../src/machines/usage/usageTotals.js';
import type { TranscriptEntry, UsageRow } from '../../../src/machines/usage/usageTypes.js';

const price = 4 / 1_000_000;
const sessionId = '11111111-1111-4111-8111-111111111111';

/** A response of the API, with figures from which its number can be told. */
interface Response {
  id: string;
  model: string;
  tokens: number;
}

interface Sums {
  [model: string]: number;
}

/** Plays a CLI: processes that count as 2.1.325 or as 2.1.197 do. */
class Cli {
  readonly rows: UsageRow[] = [];
  readonly transcript: TranscriptEntry[] = [];
  /** What a clean exit has saved. */
  #saved: Sums = {};
  #sums: Sums = {};
  #sinceResult: Sums = {};
  #ledger: UsageLedger;
  #now = 1_000;
  #count = 0;
  readonly #recent: boolean;

  constructor(recent: boolean) {
    this.#recent = recent;
    this.#ledger = newUsageLedger(this.#now, sessionId);
  }

  respond({ id, model, tokens }: Response, { isSeen = true, isWritten = true } = {}): void {
    this.#now += 1;
    const message = { id, model, content: [], usage: { input_tokens: tokens, output_tokens: 1 } };
    if (isSeen) this.#receive({ type: 'assistant', message });
    const usage = { input_tokens: tokens, output_tokens: 0 };
    const timestamp = new Date(this.#now).toISOString();
    const entry = {
      type: 'assistant',
      timestamp,
      message: { ...message, usage, stop_reason: 'x' },
    };
    // Twice, as for a response of two blocks.
    if (isWritten) this.transcript.push(entry, entry);
    for (const sums of [this.#sums, this.#sinceResult]) sums[model] = (sums[model] ?? 0) + tokens;
  }

  result(): void {
    this.#now += 1;
    this.#receive({
      type: 'result',
      subtype: 'success',
      uuid: `result ${this.#count++}`,
      session_id: sessionId,
      modelUsage: modelUsage(this.#sums),
      ...(this.#recent && { model_usage_since_last_result: modelUsage(this.#sinceResult) }),
    });
    this.#sinceResult = {};
    this.#now += 1;
  }

  exit(): void {
    this.#saved = { ...this.#sums };
    this.#end(0);
  }

  kill(): void {
    this.#end(1);
  }

  #end(inFlight: number): void {
    const { row } = usageEnded(this.#ledger, this.transcript, { at: this.#now, inFlight });
    if (row) this.rows.push(row);
    this.#now += 1;
    this.#ledger = newUsageLedger(this.#now, sessionId);
    this.#sums = this.#recent ? { ...this.#saved } : {};
    this.#sinceResult = {};
  }

  #receive(message: object): void {
    const { ledger, row } = usageReceived(this.#ledger, message as Message, this.#now);
    this.#ledger = ledger;
    if (row) this.rows.push(row);
  }
}

function modelUsage(sums: Sums): object {
  return Object.fromEntries(
    Object.entries(sums).map(([model, tokens]) => [
      model,
      { inputTokens: tokens, outputTokens: 0, costUSD: tokens * price },
    ]),
  );
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('respond'), model: fc.constantFrom('a', 'b') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('hidden'), model: fc.constantFrom('a', 'b') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('result') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('exit', 'kill') }) },
) as fc.Arbitrary<{ do: string; model?: string }>;

describe.each([true, false])('the usage ledger (recent CLI: %s)', (recent) => {
  it('counts every response once, whatever happens to its process', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cli = new Cli(recent);
        const served: Sums = {};
        let count = 0;
        for (const { do: what, model = '' } of steps) {
          if (what === 'respond' || what === 'hidden') {
            count += 1;
            served[model] = (served[model] ?? 0) + count;
            // A response of a subagent may be in the transcript only.
            cli.respond(
              { id: `msg_${count}`, model, tokens: count },
              { isSeen: what === 'respond' },
            );
          } else if (what === 'result') cli.result();
          else if (what === 'exit') cli.exit();
          else cli.kill();
        }
        cli.kill();
        const sum = addUsage(...cli.rows);
        const tokens = Object.entries(sum.models).map(([model, one]) => [model, one.inputTokens]);
        expect(Object.fromEntries(tokens)).toEqual(served);
        expect(new Set(cli.rows.map(({ id }) => id)).size).toBe(cli.rows.length);
      }),
      { numRuns: 500 },
    );
  });

  it('prices what it finds in the transcript by earlier results, and says so', () => {
    const cli = new Cli(recent);
    cli.respond({ id: 'msg_1', model: 'a', tokens: 100 });
    cli.result();
    cli.respond({ id: 'msg_2', model: 'a', tokens: 50 });
    cli.respond({ id: 'msg_3', model: 'b', tokens: 7 });
    cli.kill();
    const [exact, estimate] = cli.rows;
    expect(exact).toMatchObject({ estimated: false, unpriced: false, unknownResponses: 0 });
    expect(estimate).toMatchObject({ estimated: true, unpriced: true, unknownResponses: 1 });
    expect(estimate?.models.a?.cost).toBeCloseTo(50 * price, 12);
    expect(estimate?.models.b?.cost).toBe(0);
    expect(estimate?.id).toBe(`${sessionId}/msg_2`);
  });

  it('knows that a response is missing if its end reached nobody', () => {
    const cli = new Cli(recent);
    cli.respond({ id: 'msg_1', model: 'a', tokens: 5 }, { isWritten: false });
    cli.kill();
    expect(cli.rows).toMatchObject([{ models: {}, cost: 0, unknownResponses: 1, estimated: true }]);
  });
});

it('needs no transcript if the response was streamed to its end', () => {
  const usage = { input_tokens: 30, output_tokens: 1, cache_read_input_tokens: 4 };
  const message = { id: 'msg_1', model: 'a', content: [], usage };
  const events = [
    { type: 'message_start', message },
    { type: 'message_delta', delta: {}, usage: { output_tokens: 12 } },
  ];
  let ledger = newUsageLedger(0, sessionId);
  for (const event of events) {
    const frame = { type: 'stream_event', event, parent_tool_use_id: null };
    ledger = usageReceived(ledger, frame as unknown as Message, 1).ledger;
  }
  const { row } = usageEnded(ledger, [], { at: 2, inFlight: 0 });
  expect(row?.models.a).toMatchObject({
    inputTokens: 30,
    outputTokens: 12,
    cacheReadInputTokens: 4,
  });
  expect(row?.unknownResponses).toBe(0);
});

it('counts an interrupted response as unknown', () => {
  const result = {
    type: 'result',
    uuid: 'r',
    terminal_reason: 'aborted_streaming',
    modelUsage: {},
  };
  const { row } = usageReceived(newUsageLedger(0), result as unknown as Message, 1);
  expect(row).toMatchObject({ unknownResponses: 1, cost: 0 });
});

it('takes the API time of a continued sum from the turn', () => {
  const models = (tokens: number) => modelUsage({ a: tokens });
  const frame = (fields: object) =>
    ({ type: 'result', uuid: 'r', ...fields }) as unknown as Message;
  const first = frame({
    duration_ms: 40,
    duration_api_ms: 500,
    modelUsage: models(9),
    model_usage_since_last_result: models(2),
  });
  const second = frame({
    duration_ms: 40,
    duration_api_ms: 530,
    modelUsage: models(10),
    model_usage_since_last_result: models(1),
  });
  const one = usageReceived(newUsageLedger(0), first, 1);
  const two = usageReceived(one.ledger, second, 2);
  expect([one.row?.apiDurationMs, two.row?.apiDurationMs]).toEqual([40, 30]);
});

it('adds up in any order', () => {
  const row = fc.record({ cost: fc.integer({ min: 0, max: 99 }), tokens: fc.nat(99) });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const all = rows.map(({ cost, tokens }) => ({
        ...noUsage,
        cost,
        models: { a: { ...emptyModel, inputTokens: tokens, cost } },
      }));
      expect(addUsage(...all)).toEqual(addUsage(...all.toReversed()));
    }),
  );
});

const emptyModel = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
  webSearchRequests: 0,
  cost: 0,
};

it('counts a response that is complete besides the one that was in flight', () => {
  let ledger = newUsageLedger(0, 's');
  const receive = (message: object) => {
    ledger = usageReceived(ledger, message as Message, 1).ledger;
  };
  const say = (id: string, parent: string | null) =>
    receive({
      type: 'assistant',
      parent_tool_use_id: parent,
      message: { id, model: 'a', content: [] },
    });
  const unknown = () => usageEnded(ledger, [], { at: 2, inFlight: 1 }).row?.unknownResponses;
  say('msg_1', null);
  expect(unknown()).toBe(1);
  receive({ type: 'user', parent_tool_use_id: null, message: { content: [] } });
  expect(unknown()).toBe(2);
  say('msg_2', 'toolu_1');
  expect(unknown()).toBe(2);
  receive({ type: 'system', subtype: 'task_notification', tool_use_id: 'toolu_1' });
  expect(unknown()).toBe(3);
  const message = { id: 'msg_2', model: 'a', stop_reason: 'end_turn', usage: { input_tokens: 1 } };
  const entries = [{ type: 'assistant', timestamp: new Date(5).toISOString(), message }];
  const { row } = usageEnded(ledger, entries, { at: 9, inFlight: 1 });
  expect(row?.unknownResponses).toBe(2);
});

it('takes as long for a response however many there are without a result', () => {
  const cpuMs = (count: number) => {
    let ledger = newUsageLedger(0, 's');
    const receive = (message: object) => {
      ledger = usageReceived(ledger, message as Message, 1).ledger;
    };
    const began = process.cpuUsage();
    for (let index = 0; index < count; index++) {
      const message = { id: `msg_${index}`, model: 'a', content: [], usage: { input_tokens: 1 } };
      // Each of many subagents, and the main thread.
      const parent_tool_use_id = index % 2 ? `toolu_${index}` : null;
      receive({
        type: 'stream_event',
        parent_tool_use_id,
        event: { type: 'message_start', message },
      });
      receive({ type: 'assistant', parent_tool_use_id, message });
      receive({ type: 'user', parent_tool_use_id, message: { content: [] } });
    }
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
  cpuMs(1000);
  // A step that looks at every response takes more than ten seconds.
  expect(cpuMs(10_000)).toBeLessThan(30 * cpuMs(1000) + 500);
});
