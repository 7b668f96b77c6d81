import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ClaudeActorsError } from '../../errors.js';

/** The part of the class `WebSocket` of the package `ws` that is used here. */
export interface NodeSocket {
  readonly readyState: number;
  /** Bytes that wait to be written to the network. */
  readonly bufferedAmount: number;
  on(event: 'open' | 'close' | 'error', listener: () => void): void;
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
  /** The `WebSocket` class of `ws`, which `@statelyai/inspect` depends on. */
  Socket: SocketClass;
}

/** Loads the optional peer dependency. */
export async function loadStately(): Promise<LoadedStately> {
  try {
    const { createInspector } = await import('@statelyai/inspect');
    return { createInspector, Socket: loadSocket() };
  } catch (cause) {
    throw new ClaudeActorsError(
      'InvalidOption',
      'connectInspector could not load the package @statelyai/inspect. Run `npm install @statelyai/inspect`.',
      { option: 'inspect' },
      { cause },
    );
  }
}

/**
 * Loads `ws` from where `@statelyai/inspect` would. That package cannot be resolved with `require`,
 * so its folder is found by its package.json.
 */
function loadSocket(): SocketClass {
  const here = createRequire(import.meta.url);
  const folders = here.resolve.paths('@statelyai/inspect') ?? [];
  const manifests = folders.map((folder) => `${folder}/@statelyai/inspect/package.json`);
  const locations = manifests
    .filter((location) => existsSync(location))
    .map((location) => realpathSync(location));
  const errors: unknown[] = [];
  for (const location of [...locations, fileURLToPath(import.meta.url)]) {
    try {
      return createRequire(location)('ws') as SocketClass;
    } catch (error) {
      errors.push(error);
    }
  }
  throw errors.at(-1);
}
