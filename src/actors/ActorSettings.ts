import type { ActorOptions, AnyActorLogic, InspectionEvent } from 'xstate';

/** What a root actor is made with, besides its input. */
export interface ActorSettings {
  clock?: ActorOptions<AnyActorLogic>['clock'];
  inspect?: (event: InspectionEvent) => void;
}
