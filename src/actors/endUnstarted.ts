import type { AnyActor } from 'xstate';

/** XState tells nobody of an actor that is stopped before its start, and would start it still. */
export function endUnstarted(actor: AnyActor, tell: () => void): void {
  const { start, stop } = actor;
  let standing: 'new' | 'started' | 'ended' = 'new';
  actor.start = () => {
    if (standing === 'ended') return actor;
    standing = 'started';
    return start.call(actor);
  };
  actor.stop = () => {
    stop.call(actor);
    if (standing === 'new') {
      standing = 'ended';
      tell();
    }
    return actor;
  };
}
