import type { Message } from '../../codec/messages.js';

interface Tokens {
  input: number;
  output: number;
}

interface UsageNumbers {
  input_tokens?: number | null;
  output_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  cache_read_input_tokens?: number | null;
}

/** Counts the tokens of a run while it is running, and keeps the last known cost. */
export class RunMeter {
  readonly #askCost: (() => Promise<unknown>) | undefined;
  /** By the id of the API's message: the CLI reports each message several times. */
  readonly #tokens = new Map<string, Tokens>();
  #current: string | undefined;
  #cost: number | undefined;
  #total = 0;
  #costBefore = 0;
  #isAsking = false;

  /** `askCost` asks the CLI for the text of `get_session_cost`: it reports no cost by itself. */
  constructor(askCost?: () => Promise<unknown>) {
    this.#askCost = askCost;
  }

  read(message: Message): void {
    if (message.type === 'stream_event') {
      const { event } = message;
      if (event.type === 'message_start') {
        this.#current = event.message.id;
        this.#count(this.#current, event.message.usage);
      }
      if (event.type === 'message_delta' && this.#current !== undefined) {
        this.#count(this.#current, event.usage);
      }
    }
    if (message.type === 'assistant') {
      this.#count(message.message.id, message.message.usage);
      this.#updateCost();
    }
    if (message.type === 'result') {
      this.#costBefore = this.#total;
      const { total_cost_usd: cost } = message;
      // An error in the timer that draws the live line would end the program.
      if (typeof cost !== 'number') return;
      this.#cost = cost;
      this.#total = cost;
    }
  }

  /** What the turns before the last one cost. The CLI adds up the cost of all turns. */
  get costBefore(): number {
    return this.#costBefore;
  }

  /** Such as `↑ 12.3k ↓ 420 tokens · $0.0123`; empty if nothing is known yet. */
  get text(): string {
    const all = [...this.#tokens.values()];
    const input = all.reduce((sum, one) => sum + one.input, 0);
    const output = all.reduce((sum, one) => sum + one.output, 0);
    return [
      ...(input + output > 0 ? [`↑ ${short(input)} ↓ ${short(output)} tokens`] : []),
      ...(this.#cost === undefined ? [] : [formatMoney(this.#cost)]),
    ].join(' · ');
  }

  #count(id: string | undefined, usage: UsageNumbers | null | undefined): void {
    if (id === undefined || !usage) return;
    const before = this.#tokens.get(id) ?? { input: 0, output: 0 };
    const input =
      (usage.input_tokens ?? 0) +
      (usage.cache_creation_input_tokens ?? 0) +
      (usage.cache_read_input_tokens ?? 0);
    this.#tokens.set(id, {
      input: Math.max(before.input, input),
      output: Math.max(before.output, usage.output_tokens ?? 0),
    });
  }

  #updateCost(): void {
    if (!this.#askCost || this.#isAsking) return;
    this.#isAsking = true;
    this.#askCost()
      .then((answer) => {
        const { text } = answer as { text?: unknown };
        const [, dollars] = /Total cost:\s*\$([\d.]+)/.exec(String(text)) ?? [];
        // The cost only grows, and a result may have reported a later one.
        if (dollars !== undefined) this.#cost = Math.max(this.#cost ?? 0, Number(dollars));
      })
      .catch(() => {})
      .finally(() => {
        this.#isAsking = false;
      });
  }
}

function short(count: number): string {
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

export function formatMoney(dollars: number): string {
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`;
}
