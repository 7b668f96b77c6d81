import { type AnyMachineSnapshot, type EventObject, getStateNodes } from 'xstate';
import { ClaudeActorsError } from '../../../errors.js';

/** Any error will do: the charts never look into it. */
export const someError = new ClaudeActorsError('CliNotFound', 'not there');

/** The event XState sends when a child actor is done. */
export function childDone(id: string, output: unknown): EventObject {
  return { type: `xstate.done.actor.${id}`, output, actorId: id } as EventObject;
}

export function spawnFailed(): EventObject {
  return childDone('process', { kind: 'spawnFailed', error: someError });
}

export function processExited(code: number, leftovers: readonly object[] = []): EventObject {
  return childDone('process', { kind: 'exited', code, signal: null, leftovers });
}

export function versionJudged(verdict: 'accepted' | 'warning' | 'rejected'): EventObject {
  const kind = verdict === 'rejected' ? 'rejected' : 'accepted';
  return childDone('version', { kind, error: someError });
}

/** The events XState sends when a delay of the active states has passed. */
export function delayEvents(snapshot: AnyMachineSnapshot, delay: string): EventObject[] {
  const { machine, value } = snapshot;
  const active = getStateNodes(machine.root, value);
  const types = active.flatMap(({ after }) => after.map(({ eventType }) => eventType));
  return [...new Set(types)]
    .filter((type) => type.startsWith(`xstate.after.${delay}.`))
    .map((type) => ({ type }));
}
