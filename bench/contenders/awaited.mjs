import { barePipe, go } from '../support/barePipe.mjs';

/**
 * A bare pipe that is read by `for await`, with the least that a loop can do: what came at once lies
 * in an array, and an iterator goes through it. It answers no hooks.
 */
export function open(cli, { onMessage, onEnd }) {
  const queue = new Queue();
  let arrived = [];
  const { child, write } = barePipe(cli, (frame) => {
    // All that one chunk brings is handed over when its last line has been parsed.
    if (arrived.push(frame) === 1) process.nextTick(handOver);
  });
  function handOver() {
    queue.push(arrived);
    arrived = [];
  }
  read(queue, child, onMessage).catch(onEnd);
  child.once('exit', (code) => onEnd(code === 0 ? undefined : new Error(`Exit code ${code}.`)));
  write({ type: 'control_request', request_id: 'i', request: { subtype: 'initialize' } });
  write(go);
}

async function read(queue, child, onMessage) {
  for await (const message of queue) {
    onMessage(message);
    if (message.type === 'result') child.stdin.end();
  }
}

/** One array, read from its start; what is left of it when more comes goes before that. */
class Queue {
  #items = [];
  #at = 0;
  #wake;

  push(items) {
    this.#items =
      this.#at < this.#items.length ? [...this.#items.slice(this.#at), ...items] : items;
    this.#at = 0;
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.(this.#take());
  }

  next() {
    if (this.#at < this.#items.length) return Promise.resolve(this.#take());
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  #take() {
    const value = this.#items[this.#at];
    this.#at += 1;
    return { done: false, value };
  }
}
