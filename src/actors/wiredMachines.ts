import { callbackMachine as callbackChart } from '../machines/callbackMachine.js';
import { processMachine as processChart } from '../machines/processMachine.js';
import { queryMachine as queryChart } from '../machines/query/queryMachine.js';
import { sessionMachine as sessionChart } from '../machines/session/sessionMachine.js';
import { versionMachine as versionChart } from '../machines/versionMachine.js';
import { callbackRunner } from './callbacks/callbackRunner.js';
import { osProcess } from './process/osProcess.js';
import { versionProbe } from './process/versionProbe.js';

/** The charts with their effects, joined once: providing them per session would cost 0.8 ms. */
export const processMachine = processChart.provide({ actors: { os: osProcess } });
export const versionMachine = versionChart.provide({ actors: { probe: versionProbe } });
export const callbackMachine = callbackChart.provide({ actors: { runner: callbackRunner } });
export const sessionMachine = sessionChart.provide({
  actors: { process: processMachine, version: versionMachine, callback: callbackMachine },
});
export const queryMachine = queryChart.provide({
  actors: { process: processMachine, version: versionMachine },
});
