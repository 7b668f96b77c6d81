import { type AddressInfo, createServer, type Server, Socket } from 'node:net';

/** A network that a test can cut: it forwards connections of loopback until it is told to stall. */
export class StallingProxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #stalled = false;

  private constructor(target: number) {
    this.#server = createServer((near) => {
      const far = new Socket();
      const pair = [near, far] as const;
      this.#pairs.add(pair);
      const end = () => {
        this.#pairs.delete(pair);
        near.destroy();
        far.destroy();
      };
      for (const socket of pair) socket.on('error', end).on('close', end);
      far.connect(target, '127.0.0.1');
      near.pipe(far).pipe(near);
      if (this.#stalled) pause(pair);
    });
  }

  static async to(target: number): Promise<StallingProxy> {
    const proxy = new StallingProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The address of a service, by way of this proxy. */
  of(url: string): string {
    const through = new URL(url);
    through.port = String(this.port);
    return through.href;
  }

  /** Nothing passes any more, and nobody is told: what a pulled cable looks like. */
  stall(): void {
    if (this.#stalled) return;
    this.#stalled = true;
    for (const pair of this.#pairs) pause(pair);
  }

  /** What waited passes now. */
  resume(): void {
    // A connection that is piped twice says everything twice: a database then answers a question with
    // the answer to the one before.
    if (!this.#stalled) return;
    this.#stalled = false;
    for (const [near, far] of this.#pairs) {
      near.pipe(far);
      far.pipe(near);
    }
  }

  /** Drops all connections; new ones are forwarded. */
  drop(): void {
    for (const [near] of this.#pairs) near.destroy();
  }

  async close(): Promise<void> {
    this.drop();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function pause(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) {
    socket.unpipe();
    socket.pause();
  }
}
