import { callbackMachine as callbackChart } from '../machines/callbackMachine.js';
import { processMachine as processChart } from '../machines/processMachine.js';
import { queryMachine as queryChart } from '../machines/query/queryMachine.js';
import { requestMachine } from '../machines/requestMachine.js';
import { sessionMachine as sessionChart } from '../machines/session/sessionMachine.js';
import { taskMachine } from '../machines/taskMachine.js';
import { turnMachine } from '../machines/turnMachine.js';
import { versionMachine as versionChart } from '../machines/versionMachine.js';
import { watchdogMachine } from '../machines/watchdogMachine.js';
import { callbackRunner } from './callbacks/callbackRunner.js';
import { leafLogic } from './leaf/leafLogic.js';
import { osProcess } from './process/osProcess.js';
import { versionProbe } from './process/versionProbe.js';
import { steadyEvents } from './steadyEvents.js';

/** The charts with their effects, joined once: providing them per session would cost 0.8 ms. */
export const processMachine = processChart.provide({ actors: { os: osProcess } });
export const versionMachine = versionChart.provide({ actors: { probe: versionProbe } });
export const callbackMachine = callbackChart.provide({ actors: { runner: callbackRunner } });

/** What hears of every line, or comes and goes with every hook and request, runs as a leaf. */
const process = leafLogic(processMachine);
const version = leafLogic(versionMachine);

export const sessionMachine = steadyEvents(
  sessionChart.provide({
    actors: {
      process,
      version,
      watchdog: leafLogic(watchdogMachine),
      request: leafLogic(requestMachine),
      callback: leafLogic(callbackMachine),
      turn: leafLogic(turnMachine),
      task: leafLogic(taskMachine),
    },
  }),
);
export const queryMachine = queryChart.provide({ actors: { process, version } });
