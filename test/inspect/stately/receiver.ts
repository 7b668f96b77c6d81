import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

interface WsServer {
  on(event: 'connection', listen: (socket: WsSocket) => void): void;
  once(event: 'listening', listen: () => void): void;
  address(): AddressInfo;
  clients: Set<WsSocket>;
  close(done: () => void): void;
}

interface WsSocket {
  on(event: 'message', listen: (data: Buffer) => void): void;
  terminate(): void;
}

// A dependency of @statelyai/inspect, which has no types.
const { WebSocketServer } = createRequire(import.meta.url)('ws') as {
  WebSocketServer: new (options: { host: string; port: number }) => WsServer;
};

export interface Receiver {
  url: string;
  events: Json[];
  close(): Promise<void>;
}

/** A Stately inspector that only listens. */
export async function receiver(port = 0): Promise<Receiver> {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  const events: Json[] = [];
  server.on('connection', (socket) => {
    socket.on('message', (data) => events.push(JSON.parse(data.toString()) as Json));
  });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  return {
    url: `ws://127.0.0.1:${server.address().port}`,
    events,
    close() {
      for (const client of server.clients) client.terminate();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
