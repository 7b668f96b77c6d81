import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { JsonObject } from '../../../codec/jsonObject.js';
import { LineReader } from '../LineReader.js';
import { Interrupted } from '../Timers.js';
import { connectionError, type ServerConnection } from './serverConnection.js';

export interface StdioServer {
  command: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** Answers a request of the server; undefined if the method is not supported. */
export type ServeRequest = (method: string, params: JsonObject) => Promise<JsonObject | undefined>;

/** Reaches a server in a process of its own, with one JSON-RPC message per line. */
export class StdioTransport implements ServerConnection {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #serve: ServeRequest;
  readonly #pending = new Map<unknown, (answer: JsonObject) => void>();
  #failure: string | undefined;

  constructor(
    { command, args = [], env }: StdioServer,
    parent: { cwd: string; env: Readonly<Record<string, string | undefined>> },
    serve: ServeRequest,
  ) {
    this.#serve = serve;
    this.#child = spawn(command, args, {
      cwd: parent.cwd,
      env: { ...parent.env, ...env },
      stdio: 'pipe',
    });
    const lines = new LineReader((line) => this.#receive(line));
    this.#child.stdout.on('data', (bytes: Buffer) => lines.push(bytes));
    this.#child.stderr.resume();
    this.#child.stdin.on('error', () => {});
    this.#child.once('error', (error) => this.#fail(error.message));
    this.#child.once('exit', () => this.#fail('Connection closed'));
  }

  send(message: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (signal.aborted) return Promise.reject(new Interrupted());
    if (this.#failure !== undefined) return Promise.resolve(connectionError(this.#failure));
    this.#write(message);
    if (message.id === undefined) return Promise.resolve({});
    return new Promise((resolve, reject) => {
      const interrupt = () => {
        this.#pending.delete(message.id);
        reject(new Interrupted());
      };
      signal.addEventListener('abort', interrupt, { once: true });
      this.#pending.set(message.id, (answer) => {
        signal.removeEventListener('abort', interrupt);
        resolve(answer);
      });
    });
  }

  close(): void {
    this.#child.stdin.end();
    this.#child.kill();
  }

  #receive(line: string): void {
    if (line.trim() === '') return;
    const message = JSON.parse(line) as JsonObject;
    if (typeof message.method === 'string') {
      if (message.id !== undefined) void this.#answer(message, message.method);
      return;
    }
    const settle = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    settle?.(message);
  }

  async #answer({ id, params }: JsonObject, method: string): Promise<void> {
    const result =
      method === 'ping'
        ? {}
        : await this.#serve(method, (params ?? {}) as JsonObject).catch(() => undefined);
    const error = { code: -32601, message: `Method not found: ${method}` };
    this.#write({ id, ...(result ? { result } : { error }) });
  }

  #write(message: JsonObject): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #fail(reason: string): void {
    this.#failure ??= reason;
    for (const settle of this.#pending.values()) settle(connectionError(reason));
    this.#pending.clear();
  }
}
