import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { statelyLimits } from '../../defaults.js';
import type { NodeSocket, SocketClass } from './loadStately.js';

const { maxWaiting, maxBufferedBytes, retryMs, handshakeTimeoutMs, closeTimeoutMs } = statelyLimits;

/**
 * Sends events to a Stately inspector over a WebSocket. Reconnects when the connection is lost, and
 * keeps the last events until then. It does not keep the process alive.
 */
export class SocketAdapter {
  readonly #url: string;
  readonly #Socket: SocketClass;
  #socket: NodeSocket | undefined;
  #connection: Socket | undefined;
  #waiting: string[] = [];
  #dropped = 0;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(url: string, Socket: SocketClass) {
    this.#url = url;
    this.#Socket = Socket;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === this.#Socket.OPEN;
  }

  /** How many events were dropped because no inspector was connected, or it read too slowly. */
  get dropped(): number {
    return this.#dropped;
  }

  start(): void {
    const socket = new this.#Socket(this.#url, {
      handshakeTimeout: handshakeTimeoutMs,
      createConnection: ({ host, port }) => {
        const isSecure = this.#url.startsWith('wss:');
        const connection = isSecure
          ? connectTls({ host, port, servername: host })
          : connectTcp({ host, port });
        this.#connection = connection.unref();
        return connection;
      },
    });
    this.#socket = socket;
    socket.on('open', () => {
      this.#flush();
      if (this.#stopped) socket.close();
    });
    // Every error is followed by `close`.
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#stopped) return;
      this.#retry = setTimeout(() => this.start(), retryMs).unref();
    });
  }

  send(text: string): void {
    if (this.#stopped) return;
    this.#waiting.push(text);
    if (this.isOpen) this.#flush();
    else if (this.#waiting.length > maxWaiting) {
      this.#waiting.shift();
      this.#dropped += 1;
    }
  }

  /** Sends what is left if an inspector is connected, and closes. Resolves soon in any case. */
  close(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#stopped = true;
    clearTimeout(this.#retry);
    const socket = this.#socket;
    if (!socket || socket.readyState === this.#Socket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => socket.terminate(), closeTimeoutMs);
      socket.on('close', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#connection?.ref();
      // A socket that is still connecting closes itself once it has sent what is waiting.
      if (this.isOpen) socket.close();
    });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const text of waiting) this.#write(text);
  }

  #write(text: string): void {
    const socket = this.#socket;
    if (socket && socket.bufferedAmount < maxBufferedBytes) socket.send(text);
    else this.#dropped += 1;
  }
}
