import type { InspectionEvent } from 'xstate';
import { observerFor } from '../../actors/observing/inspection.js';
import type { Signal } from '../../actors/observing/Signal.js';
import { SignalQueue } from '../../actors/observing/SignalQueue.js';
import { invalidOption } from '../../options/invalidOption.js';
import type { Content } from '../../options/runtimeTypes.js';
import { checkContent } from '../content/checkContent.js';
import { openHub } from './localPage.js';

export interface PageOptions {
  /** Whether prompts, messages and the inputs of tools are shown; hidden unless said. */
  content?: Content;
  /** Any free one unless said. */
  port?: number;
}

/** A page that is open. For the option `inspect`, and for that of `createActor`. */
export interface InspectorPage {
  /** Where it is, with the token that opens it. */
  readonly url: string;
  /** Takes an XState inspection event. */
  next(event: InspectionEvent): void;
  /** Takes what else the page shows of a session: what goes over its wire. */
  take(signal: object): void;
  close(): Promise<void>;
}

/** Opens a page on loopback that shows the sessions it is given. It keeps no process alive. */
export async function openPage({
  content = 'hidden',
  port,
}: PageOptions = {}): Promise<InspectorPage> {
  checkContent(content);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw invalidOption('port', 'must be a whole number from 0 to 65535.');
  }
  const { server, drain } = await openHub({ content, port });
  const queue = new SignalQueue();
  queue.open(drain);
  const page: InspectorPage = {
    url: server.url,
    next: (event) => observe(event),
    take: (signal) => queue.take(signal as Signal),
    close() {
      queue.close();
      return server.close();
    },
  };
  const observe = observerFor(page);
  return page;
}
