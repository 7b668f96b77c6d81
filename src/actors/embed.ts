import type { AnyActorRef } from 'xstate';
import { encodeAnyRequest } from '../codec/control.js';
import type { QueryEmitted } from '../machines/query/queryTypes.js';
import type { SessionEmitted, SessionOutcome } from '../machines/session/sessionTypes.js';
import { brokenChart } from './endErrors.js';
import type { McpBridge } from './mcp/mcpBridge.js';
import type { WarningRelay } from './messages/warningRelay.js';
import type { Observer } from './observing/observer.js';
import { onAbort } from './onAbort.js';

export interface Surroundings {
  bridge: McpBridge;
  warnings: WarningRelay;
  signals: readonly AbortSignal[];
  observer: Observer | undefined;
}

/** Does for a session or a query whose actor is run without a handle what else that would do. */
export function embed(
  owner: AnyActorRef,
  { bridge, warnings, signals, observer }: Surroundings,
): void {
  warnings.listen((warning) => {
    observer?.session({ type: 'warning', ...warning });
    owner._parent?.send({ type: 'claude.warning', warning });
  });
  if (observer) watch(owner, observer);

  const waiting = new Map<string, (answer: unknown) => void>();
  let sent = 0;
  bridge.attach((server_name, message) => {
    sent += 1;
    const key = `claude-actors.mcp_${sent}`;
    const body = encodeAnyRequest('mcp_message', { server_name, message });
    owner.send({ type: 'op.request', key, subtype: 'mcp_message', body });
    return new Promise((resolve) => waiting.set(key, resolve));
  });
  owner.on('settled', ({ key }: Extract<SessionEmitted, { type: 'settled' }>) => {
    waiting.get(key)?.(undefined);
    waiting.delete(key);
  });

  // A query keeps its last warnings for the pulls of a reader; here there is none.
  owner.on('stateChanged', ({ state }: { state: string }) => {
    if (state === 'pendingEnd') owner.send({ type: 'query.pulled' });
  });

  const abort = () => {
    owner.send({ type: 'op.stop', reason: 'abort' });
    owner.send({ type: 'query.close', reason: 'abort' });
  };
  const unlisten = signals.map((signal) => onAbort(signal, abort));
  if (signals.some(({ aborted }) => aborted)) abort();
  const end = () => {
    bridge.close();
    for (const end of unlisten) end();
  };
  owner.subscribe({ complete: end, error: end });
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
