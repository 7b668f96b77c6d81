import type { SessionModelEvent } from '../../src/testing/model/session/sessionModelEvents.js';
import type { Seen } from './Seen.js';

const over = ['stopped', 'failed'];

/** What listeners must receive: every message, the handshake's answer, the warnings; and the signal
 * that a stop sends to a busy CLI. */
export class NewsRules {
  readonly #warnings = new Map<string, number>();
  #messages = 0;
  #interrupts: boolean | undefined;
  #initialized = false;
  #shaking = true;

  before(stimulus: SessionModelEvent, seen: Seen, working: boolean): void {
    if (over.includes(seen.state)) return;
    if (stimulus.type === 'stop' && seen.state === 'running' && seen.alive) {
      this.#interrupts ??= working;
    }
    if (!seen.alive) return;
    if (stimulus.type === 'frame') this.#messages += 1;
    if (stimulus.type === 'garbage') this.#expect('UndecodableLine');
    if (stimulus.type !== 'answer') return;
    const asked = seen.written.some((line) => line.request_id === stimulus.id);
    if (!asked) this.#expect('OrphanResponse');
    if (stimulus.id !== 'req_0') return;
    const inTime = this.#shaking && seen.state !== 'stopping' && seen.now < 30_000;
    if (inTime && stimulus.ok !== false) this.#initialized = true;
    this.#shaking = false;
  }

  #expect(code: string): void {
    this.#warnings.set(code, (this.#warnings.get(code) ?? 0) + 1);
  }

  check(seen: Seen): void {
    if (seen.delivered !== this.#messages) {
      throw new Error(`${this.#messages} messages came, ${seen.delivered} were given on`);
    }
    for (const [code, count] of this.#warnings) {
      const told = seen.warnings.filter((one) => one === code).length;
      if (told !== count) throw new Error(`${code} must be told ${count} times, not ${told}`);
    }
    if (this.#initialized && seen.standings.get('initialization') !== 'fulfilled') {
      throw new Error('nobody was told the answer to initialize');
    }
    if (this.#interrupts && !seen.signals.includes('SIGINT')) {
      throw new Error('a CLI at work was stopped without an interrupt');
    }
    if (this.#interrupts && seen.ended) {
      throw new Error('the input of a CLI at work was closed, at which an old one runs its tools');
    }
    if (this.#interrupts === false && seen.signals.includes('SIGINT')) {
      throw new Error('a CLI that does nothing was interrupted');
    }
  }
}
