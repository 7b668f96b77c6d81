import type { InspectionEvent } from 'xstate';
import type { JsonObject } from '../../codec/jsonObject.js';
import { statelyLimits } from '../../defaults.js';
import { invalidOption } from '../../options/invalidOption.js';
import type { Content } from '../../options/runtimeTypes.js';
import { knownSecrets } from '../../secrets/KnownSecrets.js';
import { checkContentOption } from '../content/hideContent.js';
import { loadStately } from './loadStately.js';
import { OwnActors } from './OwnActors.js';
import { SocketAdapter } from './SocketAdapter.js';
import { statelyEvent } from './statelyEvent.js';

/** The options of `connectInspector`. */
export interface InspectorOptions {
  /**
   * The WebSocket address that the inspector listens on.
   *
   * @default 'ws://127.0.0.1:8080'
   */
  url?: string;
  /**
   * Whether prompts, messages and tool inputs are sent. Secrets are hidden either way.
   *
   * @default 'hidden'
   */
  content?: Content;
}

/**
 * A connection to a Stately inspector. Pass it as the option `inspect` of a session or query, and as
 * `inspect` to XState's `createActor` to show actors of your own.
 */
export interface Inspector {
  /** Sends an XState inspection event. `createActor` calls this; you do not need to. */
  next(event: InspectionEvent): void;
  /**
   * Remembers the secrets in an environment, so that they are never sent. The secrets of
   * `process.env` and of the option `env` of your sessions and queries are known already.
   */
  learn(env: Readonly<Record<string, string | undefined>>): void;
  /** Whether an inspector is connected. */
  readonly isConnected: boolean;
  /** How many events were dropped because no inspector was connected, or it read too slowly. */
  readonly dropped: number;
  /** Sends what is left and closes the connection. Resolves within about a second in any case. */
  close(): Promise<void>;
}

/**
 * Sends actor systems to a Stately inspector through the optional package `@statelyai/inspect`. If
 * no inspector listens, nothing happens: there is no error, and the process is not kept alive.
 *
 * @example
 * ```ts
 * const inspector = await connectInspector({ url: 'ws://127.0.0.1:8080' });
 * const session = await startSession({ options: { inspect: inspector } });
 * ```
 *
 * @throws `ClaudeActorsError` with code `InvalidOption` if an option is invalid or the package is
 * not installed.
 */
export async function connectInspector({
  url = 'ws://127.0.0.1:8080',
  content = 'hidden',
}: InspectorOptions = {}): Promise<Inspector> {
  checkContentOption(content);
  if (!URL.canParse(url) || !/^wss?:$/.test(new URL(url).protocol)) {
    throw invalidOption('url', 'must be a WebSocket address, such as ws://127.0.0.1:8080.');
  }
  const { createInspector, Socket } = await loadStately();
  const adapter = new SocketAdapter(url, Socket);
  const ownActors = new OwnActors(content);
  const options = { content, ownActors };
  const send = (event: object) => {
    try {
      adapter.send(JSON.stringify(statelyEvent(event, options)));
      ownActors.removeIfDone(event as JsonObject);
    } catch {
      // An event that cannot be sent is left out. It must not end the program.
    }
  };
  const { inspect } = createInspector(
    { send },
    { serializationDepthLimit: statelyLimits.maxDepth },
  );
  adapter.start();
  const observer = inspect as { next?(event: InspectionEvent): void };
  return {
    next(event) {
      ownActors.add(event);
      observer.next?.(event);
    },
    learn: (env) => knownSecrets.learn(env),
    get isConnected() {
      return adapter.isOpen;
    },
    get dropped() {
      return adapter.dropped;
    },
    async close() {
      // The package passes each event on in a later turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 1));
      await adapter.close();
    },
  };
}
