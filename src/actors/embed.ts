import type { AnyActorRef } from 'xstate';
import { encodeAnyRequest } from '../codec/control.js';
import type { QueryEmitted } from '../machines/query/queryTypes.js';
import type { SessionEmitted, SessionOutcome } from '../machines/session/sessionTypes.js';
import { parentOf } from '../util/parentOf.js';
import { brokenChart } from './endErrors.js';
import { type JoinedRun, joinRun, type Surroundings } from './joinRun.js';
import type { Observer } from './observing/observer.js';

/** Does for a session or a query whose actor is run without a handle what else that would do. */
export function embed(
  owner: AnyActorRef,
  { observer, ...around }: Surroundings & { observer: Observer | undefined },
): void {
  if (observer) watch(owner, observer);
  // A query keeps its last warnings for the pulls of a reader; here there is none.
  owner.on('stateChanged', ({ state }: { state: string }) => {
    if (state === 'pendingEnd') owner.send({ type: 'query.pulled' });
  });
  joinRun(around, {
    warn(warning) {
      observer?.session({ type: 'warning', ...warning });
      parentOf(owner)?.send({ type: 'claude.warning', warning });
    },
    control: controlOf(owner),
    abort() {
      owner.send({ type: 'op.stop', reason: 'abort' });
      owner.send({ type: 'query.close', reason: 'abort' });
    },
    onEnded: (end) => owner.subscribe({ complete: end, error: end }),
  });
}

/** Control requests of our own, beside those of whoever runs the actor; nobody reads their answers. */
function controlOf(owner: AnyActorRef): NonNullable<JoinedRun['control']> {
  const waiting = new Map<string, (answer: unknown) => void>();
  let sent = 0;
  owner.on('settled', ({ key }: Extract<SessionEmitted, { type: 'settled' }>) => {
    waiting.get(key)?.(undefined);
    waiting.delete(key);
  });
  return (subtype, fields) => {
    sent += 1;
    const key = `claude-actors.mcp_${sent}`;
    owner.send({ type: 'op.request', key, subtype, body: encodeAnyRequest(subtype, fields) });
    return new Promise((resolve) => waiting.set(key, resolve));
  };
}

function watch(owner: AnyActorRef, observer: Observer): void {
  owner.on('*', (emitted: SessionEmitted | QueryEmitted) => {
    if (emitted.type === 'items' || emitted.type === 'ended') observer.query(emitted);
    else observer.session(emitted as SessionEmitted);
  });
  owner.subscribe({
    complete: () => {
      const { output } = owner.getSnapshot() as { output?: SessionOutcome };
      observer.ended(output?.kind === 'failed' ? output.error : undefined);
    },
    error: (cause) => observer.ended(brokenChart('session', cause)),
  });
}
