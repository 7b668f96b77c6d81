import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ClaudeActorsError } from '../../errors.js';

/** What is used of the class `WebSocket` of the package ws. */
export interface NodeSocket {
  readonly readyState: number;
  /** Bytes that were sent and are not yet on their way. */
  readonly bufferedAmount: number;
  on(event: 'open' | 'close' | 'error', listen: () => void): void;
  send(text: string): void;
  close(): void;
  terminate(): void;
}

export interface SocketClass {
  readonly OPEN: number;
  readonly CLOSED: number;
  new (
    url: string,
    options: {
      handshakeTimeout: number;
      createConnection(options: { host: string; port: number }): Socket;
    },
  ): NodeSocket;
}

type Stately = typeof import('@statelyai/inspect');

export interface LoadedStately {
  createInspector: Stately['createInspector'];
  /** That of the package's own sockets. */
  Socket: SocketClass;
}

/** Loads the optional peer. */
export async function loadStately(): Promise<LoadedStately> {
  try {
    const { createInspector } = await import('@statelyai/inspect');
    return { createInspector, Socket: loadSocket() };
  } catch (cause) {
    throw new ClaudeActorsError(
      'InvalidOption',
      'connectInspector needs the package @statelyai/inspect, which cannot be loaded. Run `npm install @statelyai/inspect`.',
      { option: 'inspect' },
      { cause },
    );
  }
}

/** The package has no `require` condition, so its place is looked for by its manifest. */
function loadSocket(): SocketClass {
  const here = createRequire(import.meta.url);
  const folders = here.resolve.paths('@statelyai/inspect') ?? [];
  const manifests = folders.map((folder) => `${folder}/@statelyai/inspect/package.json`);
  const places = manifests.filter((place) => existsSync(place)).map((place) => realpathSync(place));
  const problems: unknown[] = [];
  for (const place of [...places, fileURLToPath(import.meta.url)]) {
    try {
      return createRequire(place)('ws') as SocketClass;
    } catch (problem) {
      problems.push(problem);
    }
  }
  throw problems.at(-1);
}
