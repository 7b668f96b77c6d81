import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { until } from './until.js';

/** The strings of a real process that does what a test tells it. */
export interface Puppet {
  /** What the process must be given as its argument. */
  port: string;
  tell(act: 'stdout' | 'stderr', text: string): Promise<void>;
  tell(act: 'endStdout' | 'read'): Promise<void>;
  tell(act: 'exit', code: number): Promise<void>;
  /** What it has read from its stdin. */
  input(): string;
  inputEnded(): boolean;
  close(): void;
}

export async function puppet(): Promise<Puppet> {
  const read: Buffer[] = [];
  let ended = false;
  let socket: Socket | undefined;
  const server = createServer((connection) => {
    socket = connection;
    connection.on('error', () => {});
    createInterface({ input: connection }).on('line', (line) => {
      const news = JSON.parse(line) as { stdin?: string; end?: boolean };
      if (news.stdin !== undefined) read.push(Buffer.from(news.stdin, 'base64'));
      if (news.end) ended = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: String(typeof address === 'object' ? address?.port : ''),
    async tell(act: string, argument?: string | number) {
      const connection = await until('the puppet', () => socket);
      const value =
        typeof argument === 'string' ? Buffer.from(argument).toString('base64') : argument;
      connection.write(`${JSON.stringify([act, value])}\n`);
    },
    input: () => Buffer.concat(read).toString(),
    inputEnded: () => ended,
    close() {
      socket?.destroy();
      server.close();
    },
  };
}
