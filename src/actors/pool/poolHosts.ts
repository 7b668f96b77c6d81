import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { HostInput, HostOrder, HostReport } from '../../machines/pool/pooledSessionTypes.js';
import { fromTask } from '../../statechart/fromTask.js';

/** The effects behind one conversation of a pool. None of these may throw. */
export interface ConversationHost {
  /** Finds out whether the conversation exists. */
  lookup(report: (event: HostReport) => void): void;
  /** Starts a process for it, or takes a spare one. Reports `host.gone` exactly once. */
  open(spare: string | undefined, report: (event: HostReport) => void): void;
  /** Sends the messages that wait. */
  deliver(): void;
  end(): void;
  stop(): void;
  measure(): void;
  /** Tells the model about answers to recalled calls. `isLost`: deferred calls will not come back. */
  tellAnswers(isLost: boolean): void;
}

/** The effects behind the spares of a pool. */
export interface SpareHost {
  open(id: string, report: (event: HostReport) => void): void;
  /** Ends the spare, unless a conversation has taken it. */
  end(id: string): void;
}

/** Asks the host whether the conversation exists. */
export const lookup = fromTask<{ host: object }, HostReport>(({ host }, send) => {
  let isOpen = true;
  (host as ConversationHost).lookup((event) => isOpen && send(event));
  return () => {
    isOpen = false;
  };
});

/** Owns the process of a conversation. If the actor is stopped, the process ends at once. */
export const conversationHost: CallbackActorLogic<HostOrder, HostInput> = fromCallback(
  ({ input, sendBack, receive }) => {
    const host = input.host as ConversationHost;
    let isGone = false;
    receive(({ type }) => {
      if (isGone) return;
      if (type === 'host.deliver') host.deliver();
      else if (type === 'host.end') host.end();
      else if (type === 'host.stop') host.stop();
      else if (type === 'host.measure') host.measure();
      else host.tellAnswers(type === 'host.giveUp');
    });
    host.open(input.spare, (event) => {
      if (isGone) return;
      isGone = event.type === 'host.gone';
      sendBack(event);
    });
    return () => {
      if (isGone) return;
      isGone = true;
      host.stop();
    };
  },
);

/** Owns a spare process until a conversation takes it. */
export const spareHost: CallbackActorLogic<{ type: 'host.end' }, { id: string; host: object }> =
  fromCallback(({ input: { id, host }, sendBack, receive }) => {
    const spares = host as SpareHost;
    let isGone = false;
    receive(() => spares.end(id));
    spares.open(id, (event) => {
      if (!isGone) sendBack(event);
      isGone ||= event.type === 'host.gone';
    });
    return () => {
      isGone = true;
      // Later, because a conversation may take the spare in this same step.
      queueMicrotask(() => spares.end(id));
    };
  });
