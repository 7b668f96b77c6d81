import { planSession } from '../actors/cliPlan.js';
import type { SpareHost } from '../actors/pool/poolHosts.js';
import type { HostReport } from '../machines/pool/pooledSessionTypes.js';
import type { Options } from '../options/types.js';
import { Session } from '../Session.js';
import type { SessionListener } from '../SessionTurns.js';
import type { ConnectedSession } from './poolServices.js';

const nobody: SessionListener = { onEmitted() {}, onUsage() {} };

/** The processes of a pool that wait for a new conversation. */
export class PoolSpares implements SpareHost {
  readonly #optionsOfSpare: () => Options;
  /** Undefined while it starts. */
  readonly #spares = new Map<string, ConnectedSession | undefined>();

  constructor(optionsOfSpare: () => Options) {
    this.#optionsOfSpare = optionsOfSpare;
  }

  open(id: string, report: (event: HostReport) => void): void {
    this.#spares.set(id, undefined);
    const gone = () => {
      this.#spares.delete(id);
      report({ type: 'host.gone' });
    };
    startConnected({ ...this.#optionsOfSpare(), sessionId: crypto.randomUUID() }, nobody).then(
      (spare) => {
        const { session } = spare;
        for (const type of ['completed', 'stopped', 'failed'] as const) session.on(type, gone);
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

/** Starts a session. The listener hears everything from its first event on. */
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
