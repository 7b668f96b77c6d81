import type { InspectionEvent } from 'xstate';
import type { JsonObject } from '../../codec/jsonObject.js';
import { invalidOption } from '../../options/invalidOption.js';
import type { Content } from '../../options/runtimeTypes.js';
import { checkContent } from '../content/checkContent.js';
import { Secrets } from '../content/SecretFilter.js';
import { loadStately } from './loadStately.js';
import { OwnActors } from './OwnActors.js';
import { SocketAdapter } from './SocketAdapter.js';
import { statelyEvent } from './statelyEvent.js';

export interface InspectorOptions {
  /** Where the inspector listens; `ws://127.0.0.1:8080` unless said. */
  url?: string;
  /** Whether prompts, messages and the inputs of tools are sent; hidden unless said. */
  content?: Content;
}

/** A connection to a Stately inspector. For the option `inspect`, and for that of `createActor`. */
export interface Inspector {
  next(event: InspectionEvent): void;
  /** Takes note of the secrets in an environment: they are never sent. Sessions tell theirs. */
  learn(env: Readonly<Record<string, string | undefined>>): void;
  /** Whether somebody listens. */
  readonly isConnected: boolean;
  /** Events that were given up because nobody listened or read for so long. */
  readonly dropped: number;
  /** Sends what is left and closes; resolves within about a second whatever happens. */
  close(): Promise<void>;
}

/** Deeper parts of a context or an event are cut. */
const depth = 12;

/**
 * Sends actor systems to a Stately inspector, through the optional package `@statelyai/inspect`.
 * Where nobody listens, nothing happens: no error, and no process is kept alive.
 */
export async function connectInspector({
  url = 'ws://127.0.0.1:8080',
  content = 'hidden',
}: InspectorOptions = {}): Promise<Inspector> {
  checkContent(content);
  if (!URL.canParse(url) || !/^wss?:$/.test(new URL(url).protocol)) {
    throw invalidOption('url', 'must be the address of a WebSocket, such as ws://127.0.0.1:8080.');
  }
  const { createInspector, Socket } = await loadStately();
  const adapter = new SocketAdapter(url, Socket);
  const secrets = new Secrets();
  const own = new OwnActors();
  const view = { content, secrets, isOwn: (id: unknown) => own.has(id) };
  const send = (event: object) => {
    try {
      adapter.send(JSON.stringify(statelyEvent(event, view)));
      own.told(event as JsonObject);
    } catch {
      // What cannot be told is left out; it must not end the program.
    }
  };
  const { inspect } = createInspector({ send }, { serializationDepthLimit: depth });
  adapter.start();
  const observer = inspect as { next?(event: InspectionEvent): void };
  return {
    next(event) {
      own.note(event);
      observer.next?.(event);
    },
    learn: (env) => secrets.learn(env),
    get isConnected() {
      return adapter.isOpen;
    },
    get dropped() {
      return adapter.dropped;
    },
    async close() {
      // The package hands each event on at a later turn of the loop.
      await new Promise((resolve) => setTimeout(resolve, 1));
      await adapter.close();
    },
  };
}
