import type { EventObject } from 'xstate';
import { ClaudeActorsError } from '../../../errors.js';

/** Whatever is wrong: the charts do not look into it. */
export const someError = new ClaudeActorsError('CliNotFound', 'not there');

/** A child of the chart has ended. */
export function childDone(id: string, output: unknown): EventObject {
  return { type: `xstate.done.actor.${id}`, output, actorId: id } as EventObject;
}

export function spawnFailed(): EventObject {
  return childDone('process', { kind: 'spawnFailed', error: someError });
}

export function processExited(code: number, orphansKilled: number): EventObject {
  return childDone('process', {
    kind: 'exited',
    code,
    signal: null,
    orphansKilled,
    stderrTail: '',
  });
}

export function versionJudged(verdict: 'accepted' | 'warning' | 'rejected'): EventObject {
  const kind = verdict === 'rejected' ? 'rejected' : 'accepted';
  return childDone('version', { kind, error: someError });
}
