import { get, type IncomingMessage } from 'node:http';
import { until } from '../../../support/until.js';

export interface ServerEvent {
  name: string;
  data: unknown;
}

/** Reads what the server sends to a page, without a browser. */
export class EventReader {
  readonly events: ServerEvent[] = [];
  isClosed = false;
  readonly #response: IncomingMessage;
  #text = '';

  private constructor(response: IncomingMessage) {
    this.#response = response;
    response.setEncoding('utf8').on('data', (part: string) => this.#take(part));
    response.on('close', () => {
      this.isClosed = true;
    });
    response.on('error', () => {});
  }

  static open(url: string, system?: string): Promise<EventReader> {
    const query = system === undefined ? '' : `?system=${encodeURIComponent(system)}`;
    return new Promise((resolve, reject) => {
      get(`${url}events${query}`, (response) => resolve(new EventReader(response))).once(
        'error',
        reject,
      );
    });
  }

  /** The data of the events with this name, in order. */
  of(name: string): unknown[] {
    return this.events.filter((event) => event.name === name).map(({ data }) => data);
  }

  until(what: string, look: (reader: this) => unknown): Promise<unknown> {
    return until(what, () => look(this) || undefined);
  }

  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  close(): void {
    this.#response.destroy();
  }

  #take(part: string): void {
    this.#text += part;
    const blocks = this.#text.split('\n\n');
    this.#text = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (name && data) this.events.push({ name, data: JSON.parse(data) });
    }
  }
}
