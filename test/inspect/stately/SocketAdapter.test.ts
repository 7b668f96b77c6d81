import { expect, it } from '@jest/globals';
import type { NodeSocket, SocketClass } from '../../../src/inspect/stately/loadStately.js';
import { SocketAdapter } from '../../../src/inspect/stately/SocketAdapter.js';

const mebibyte = 1024 * 1024;

/** A connection whose peer reads nothing by itself. */
class StuckSocket implements NodeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static last: StuckSocket | undefined;
  readonly readyState = StuckSocket.OPEN;
  bufferedAmount = 0;
  sent = 0;

  constructor() {
    StuckSocket.last = this;
  }

  on(): void {}
  send(text: string): void {
    this.bufferedAmount += text.length;
    this.sent += 1;
  }
  close(): void {}
  terminate(): void {}
}

it('sends a limited amount to a peer that does not read, and more once it has read', () => {
  const adapter = new SocketAdapter('ws://127.0.0.1:1', StuckSocket as unknown as SocketClass);
  adapter.start();
  const socket = StuckSocket.last as StuckSocket;
  const text = 'x'.repeat(mebibyte);
  for (let index = 0; index < 20; index += 1) adapter.send(text);
  expect(socket.bufferedAmount).toBe(8 * mebibyte);
  expect(adapter.dropped).toBe(12);
  socket.bufferedAmount = 0;
  adapter.send(text);
  expect(socket.sent).toBe(9);
  expect(adapter.dropped).toBe(12);
});
