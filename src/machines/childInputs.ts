import type { AnyActorRef } from 'xstate';
import type { Ladder, Timeouts } from './limits.js';
import type { ProcessInput } from './processTypes.js';
import type { VersionInput } from './versionMachine.js';

interface Owner {
  context: {
    launch: object;
    settings: { timeouts: Timeouts; ladders: { end: Ladder; stop: Ladder } };
  };
  self: AnyActorRef;
}

/** What a session and a query give to the process that they run. */
export function processInput({ context: { launch, settings }, self }: Owner): ProcessInput {
  const { timeouts, ladders } = settings;
  return {
    launch,
    owner: self,
    ladders,
    writeTimeoutMs: timeouts.write,
    outputAfterExitMs: timeouts.outputAfterExit,
  };
}

export function versionInput({ context: { launch, settings } }: Owner): VersionInput {
  return { launch, probeTimeoutMs: settings.timeouts.versionProbe };
}
