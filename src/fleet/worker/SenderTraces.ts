import type { Telemetry } from '../../actors/observing/telemetry.js';
import type { Options } from '../../options/types.js';

/** The traces of the messages that a worker is sending, so that each turn's span is a child of its sender's. */
export class SenderTraces {
  readonly #traceparents = new Map<string, string>();

  add(uuid: string, traceparent: string | undefined): void {
    if (traceparent !== undefined) this.#traceparents.set(uuid, traceparent);
  }

  delete(uuid: string): void {
    this.#traceparents.delete(uuid);
  }

  /** The same telemetry, which also finds the sender's trace of each message. */
  addTo(telemetry: NonNullable<Options['telemetry']>): Telemetry {
    const traceparentOf = (uuid: string) => this.#traceparents.get(uuid);
    return { observe: (run) => (telemetry as Telemetry).observe({ ...run, traceparentOf }) };
  }
}
