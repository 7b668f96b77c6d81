import type { InspectionEvent } from 'xstate';
import { observerFor } from '../../actors/observing/inspection.js';
import { SignalQueue } from '../../actors/observing/SignalQueue.js';
import type { Signal } from '../../actors/observing/signal.js';
import { invalidOption } from '../../options/invalidOption.js';
import type { Content } from '../../options/runtimeTypes.js';
import { checkContentOption } from '../content/hideContent.js';
import type { InspectedFleet } from '../fleet/inspectedFleet.js';
import { openLocalPage } from './localPage.js';

/** The options of `openPage`. */
export interface PageOptions {
  /**
   * Whether the page shows prompts, messages and tool inputs. Secrets are hidden either way.
   *
   * @default 'hidden'
   */
  content?: Content;
  /**
   * The port to listen on.
   *
   * @default any free port
   */
  port?: number;
  /**
   * A fleet of `claude-actors/fleet`. The page lists its conversations, workers and open approvals.
   */
  fleet?: InspectedFleet;
  /**
   * Whether approvals of the fleet can be answered from the page at `answerUrl`. Needs `fleet`, and
   * `content: 'shown'`: nobody should allow what they cannot see.
   *
   * @default false
   */
  answerApprovals?: boolean;
}

/**
 * An open inspector page. Pass it as the option `inspect` of a session or query, and as `inspect`
 * to XState's `createActor` to show actors of your own.
 */
export interface InspectorPage {
  /**
   * The address of the page. It contains the token that gives access, so treat it like a password.
   */
  readonly url: string;
  /**
   * The address from which approvals can be answered, with `answerApprovals`. Give it to people only:
   * a program that reports to the page needs no more than `url`.
   */
  readonly answerUrl: string | undefined;
  /** Shows an XState inspection event. `createActor` calls this; you do not need to. */
  next(event: InspectionEvent): void;
  /**
   * Shows what XState does not report, such as the frames to and from the CLI. Sessions and queries
   * call this; you do not need to.
   */
  take(signal: object): void;
  /** Closes the page and its connections. Sessions that it showed keep running. */
  close(): Promise<void>;
}

/**
 * Opens a page on 127.0.0.1 that shows sessions, queries and actors while they run. It does not keep
 * the process alive.
 *
 * @example
 * ```ts
 * const page = await openPage();
 * console.log(page.url);
 * const session = await startSession({ options: { inspect: page } });
 * ```
 *
 * @throws `ClaudeActorsError` with code `InvalidOption` if an option is invalid.
 */
export async function openPage({
  content = 'hidden',
  port,
  fleet,
  answerApprovals = false,
}: PageOptions = {}): Promise<InspectorPage> {
  checkContentOption(content);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw invalidOption('port', 'must be a whole number from 0 to 65535.');
  }
  if (answerApprovals && (!fleet || content === 'hidden')) {
    throw invalidOption('answerApprovals', "needs `fleet` and `content: 'shown'`.");
  }
  const local = await openLocalPage({ content, port, fleet, answerApprovals });
  const { server, drain } = local;
  const queue = new SignalQueue();
  queue.open(drain);
  const page: InspectorPage = {
    url: server.url,
    answerUrl: server.answerUrl,
    next: (event) => observe(event),
    take: (signal) => queue.take(signal as Signal),
    close() {
      queue.close();
      return local.close();
    },
  };
  const observe = observerFor(page);
  return page;
}
