import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../codec/jsonObject.js';
import type { FrameWriter } from './FrameWriter.js';
import type { Timers } from './Timers.js';
import { Interrupted } from './Timers.js';

export type HostAnswer =
  | { kind: 'success'; response: JsonObject }
  | { kind: 'error'; error: string }
  | { kind: 'timeout' }
  /** The host has closed stdin, before or after the request was sent. */
  | { kind: 'closed'; wasAsked: boolean };

interface AskOptions {
  /** Withdraws the request. */
  signal: AbortSignal;
  /** In milliseconds, after which the CLI withdraws the request. */
  timeout?: number;
}

/** Sends control requests to the host, and waits for the answers. */
export class HostRequests {
  readonly #output: FrameWriter;
  readonly #timers: Timers;
  readonly #pending = new Map<string, (answer: HostAnswer) => void>();
  #closed = false;

  constructor(output: FrameWriter, timers: Timers) {
    this.#output = output;
    this.#timers = timers;
  }

  send(request: JsonObject, { signal, timeout }: AskOptions): Promise<HostAnswer> {
    if (signal.aborted) return Promise.reject(new Interrupted());
    // Without stdin the host cannot answer, so the CLI does not even ask.
    if (this.#closed) return Promise.resolve({ kind: 'closed', wasAsked: false });
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const settled = new AbortController();
      const withdraw = () => {
        this.#pending.delete(id);
        settled.abort();
        this.#output.frame({ type: 'control_cancel_request', request_id: id });
      };
      const interrupt = () => {
        withdraw();
        reject(new Interrupted());
      };
      signal.addEventListener('abort', interrupt, { once: true, signal: settled.signal });
      this.#pending.set(id, (answer) => {
        this.#pending.delete(id);
        settled.abort();
        resolve(answer);
      });
      this.#output.frame({ type: 'control_request', request_id: id, request });
      if (timeout === undefined) return;
      this.#timers.sleep(timeout, settled.signal).then(
        () => {
          withdraw();
          resolve({ kind: 'timeout' });
        },
        () => {},
      );
    });
  }

  /** Handles a `control_response` of the host. Ignores answers to unknown requests. */
  receive(response: JsonObject): void {
    const settle = this.#pending.get(String(response.request_id));
    if (response.subtype === 'error') settle?.({ kind: 'error', error: String(response.error) });
    else settle?.({ kind: 'success', response: (response.response ?? {}) as JsonObject });
  }

  /** The host has closed stdin: pending requests fail, and later ones are not sent. */
  close(): void {
    this.#closed = true;
    for (const settle of this.#pending.values()) settle({ kind: 'closed', wasAsked: true });
  }
}
