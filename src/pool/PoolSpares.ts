import { planSession } from '../actors/cliPlan.js';
import type { SpareHost } from '../actors/pool/poolHosts.js';
import type { HostReport } from '../machines/pool/pooledSessionTypes.js';
import type { Options } from '../options/types.js';
import { Session } from '../Session.js';
import type { SessionListener } from '../SessionTurns.js';
import { type ConnectedSession, onEnd } from './poolServices.js';

/** Where the spares of a pool get their options, if each conversation has its own. */
export interface SpareSource {
  /** The options of the next spare. Undefined if they are not known yet. */
  optionsOf(sessionId: string): Options | undefined;
  /** Whether a spare suits a new conversation. `renew`: no, and the spares have outdated options. */
  fits(key: string): 'yes' | 'no' | 'renew';
  /** The spare with this id is gone. */
  ended(sessionId: string): void;
}

const noListener: SessionListener = { onEmitted() {}, onUsage() {} };

/** The processes of a pool that wait for a new conversation. */
export class PoolSpares implements SpareHost {
  readonly #optionsOfSpare: () => Options;
  readonly #source: SpareSource | undefined;
  /** Undefined while it starts. */
  readonly #spares = new Map<string, ConnectedSession | undefined>();

  constructor(optionsOfSpare: () => Options, source: SpareSource | undefined) {
    this.#optionsOfSpare = optionsOfSpare;
    this.#source = source;
  }

  /** Whether a spare may serve a new conversation. */
  fits(key: string): boolean {
    const answer = this.#source?.fits(key) ?? 'yes';
    // The chart starts new ones in their place.
    if (answer === 'renew') for (const spare of this.#spares.values()) void spare?.session.stop();
    return answer === 'yes';
  }

  open(id: string, report: (event: HostReport) => void): void {
    const sessionId = crypto.randomUUID();
    const gone = () => {
      this.#spares.delete(id);
      this.#source?.ended(sessionId);
      report({ type: 'host.gone' });
    };
    const options = this.#source ? this.#source.optionsOf(sessionId) : {};
    if (!options) {
      gone();
      return;
    }
    this.#spares.set(id, undefined);
    startConnected({ ...this.#optionsOfSpare(), ...options, sessionId }, noListener).then(
      (spare) => {
        const { session } = spare;
        onEnd(session, gone);
        // It may have been dismissed while it started.
        if (!this.#spares.has(id)) void session.stop();
        else this.#spares.set(id, spare);
        report({ type: 'host.started' });
      },
      gone,
    );
  }

  end(id: string): void {
    const spare = this.#spares.get(id);
    this.#spares.delete(id);
    void spare?.session.stop();
  }

  /** Hands a spare to a conversation, which then owns it. Undefined if it is gone. */
  take(id: string, listener: SessionListener): ConnectedSession | undefined {
    const spare = this.#spares.get(id);
    this.#spares.delete(id);
    if (spare) Session.connect(spare.session, listener);
    return spare;
  }

  /** Ends all of them. */
  stop(): void {
    for (const id of [...this.#spares.keys()]) this.end(id);
  }
}

/** Starts a session. The listener gets every event, from the first one on. */
export async function startConnected(
  options: Options,
  listener: SessionListener,
): Promise<ConnectedSession> {
  const plan = planSession(options);
  const session = new Session(plan);
  const send = Session.connect(session, listener);
  Session.start(session);
  await session.ready;
  return { session, send, isVisible: plan.isVisible };
}
