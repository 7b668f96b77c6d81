import { setup } from 'xstate';
import { callbackMachine } from '../callbackMachine.js';
import { processMachine } from '../processMachine.js';
import { requestMachine } from '../requestMachine.js';
import { taskMachine } from '../taskMachine.js';
import { turnMachine } from '../turnMachine.js';
import { versionMachine } from '../versionMachine.js';
import { watchdogMachine } from '../watchdogMachine.js';
import type { SessionContext, SessionEmitted, SessionEvent, SessionInput } from './sessionTypes.js';

/** The types and the actors of the session's chart; guards and actions are added beside it. */
export const sessionSetup = setup({
  types: {
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
  },
  actors: {
    process: processMachine,
    version: versionMachine,
    watchdog: watchdogMachine,
    request: requestMachine,
    callback: callbackMachine,
    turn: turnMachine,
    task: taskMachine,
  },
});
