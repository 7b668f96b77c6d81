import { connect as plain, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import type { NodeSocket, SocketClass } from './loadStately.js';

const mostWaiting = 500;
/** So much is kept for a peer that reads slowly, or not at all. */
const mostBuffered = 8 * 1024 * 1024;
const retryMs = 3_000;
const handshakeMs = 2_000;
const lastWordsMs = 1_000;

/**
 * Brings events to a Stately inspector over a WebSocket. Neither the connection nor the wait for
 * one keeps a process alive; while nobody listens, the last events are kept.
 */
export class SocketAdapter {
  readonly #url: string;
  readonly #Socket: SocketClass;
  #socket: NodeSocket | undefined;
  #pipe: Socket | undefined;
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

  /** Events that were given up because nobody listened or read for so long. */
  get dropped(): number {
    return this.#dropped;
  }

  start(): void {
    const socket = new this.#Socket(this.#url, {
      handshakeTimeout: handshakeMs,
      createConnection: ({ host, port }) => {
        const isSecure = this.#url.startsWith('wss:');
        const pipe = isSecure ? secure({ host, port, servername: host }) : plain({ host, port });
        this.#pipe = pipe.unref();
        return pipe;
      },
    });
    this.#socket = socket;
    socket.on('open', () => {
      this.#flush();
      if (this.#stopped) socket.close();
    });
    // An error is followed by a close.
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
    else if (this.#waiting.length > mostWaiting) {
      this.#waiting.shift();
      this.#dropped += 1;
    }
  }

  /** Says what is left to say, if somebody listens, and closes; resolves soon in any case. */
  close(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#stopped = true;
    clearTimeout(this.#retry);
    const socket = this.#socket;
    if (!socket || socket.readyState === this.#Socket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => socket.terminate(), lastWordsMs);
      socket.on('close', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#pipe?.ref();
      // One that is about to open closes itself, once it has said what waits.
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
    if (socket && socket.bufferedAmount < mostBuffered) socket.send(text);
    else this.#dropped += 1;
  }
}
