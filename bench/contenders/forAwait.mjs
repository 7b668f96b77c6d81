import { barePipe, goMessage } from '../support/barePipe.mjs';

/**
 * A bare pipe read with the smallest possible `for await`: each chunk's messages go into an array,
 * and an iterator walks through it. It answers no hooks.
 */
export function open(cli, { onMessage, onEnd }) {
  const queue = new Queue();
  let arrived = [];
  const { child, write } = barePipe(cli, (frame) => {
    // Hands over the messages of a chunk together, once its last line has been parsed.
    if (arrived.push(frame) === 1) process.nextTick(handOver);
  });
  function handOver() {
    queue.push(arrived);
    arrived = [];
  }
  read(queue, child, onMessage).catch(onEnd);
  child.once('exit', (code) => onEnd(code === 0 ? undefined : new Error(`Exit code ${code}.`)));
  write({ type: 'control_request', request_id: 'i', request: { subtype: 'initialize' } });
  write(goMessage);
}

async function read(queue, child, onMessage) {
  for await (const message of queue) {
    onMessage(message);
    if (message.type === 'result') child.stdin.end();
  }
}

/** An array with a read position. Unread items stay in front of new ones. */
class Queue {
  #items = [];
  #position = 0;
  #wake;

  push(items) {
    this.#items =
      this.#position < this.#items.length
        ? [...this.#items.slice(this.#position), ...items]
        : items;
    this.#position = 0;
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.(this.#take());
  }

  next() {
    if (this.#position < this.#items.length) return Promise.resolve(this.#take());
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  #take() {
    const value = this.#items[this.#position];
    this.#position += 1;
    return { done: false, value };
  }
}
