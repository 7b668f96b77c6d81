import { callbackMachine as callbackChart } from '../machines/callbackMachine.js';
import { copyContext as copyProcess } from '../machines/processContext.js';
import { processMachine as processChart } from '../machines/processMachine.js';
import { queryMachine as queryChart } from '../machines/query/queryMachine.js';
import { requestMachine } from '../machines/requestMachine.js';
import { copyContext as copySession } from '../machines/session/sessionContext.js';
import { sessionMachine as sessionChart } from '../machines/session/sessionMachine.js';
import { taskMachine } from '../machines/taskMachine.js';
import { turnMachine } from '../machines/turnMachine.js';
import { versionMachine as versionChart } from '../machines/versionMachine.js';
import { watchdogMachine } from '../machines/watchdogMachine.js';
import { callbackRunner } from './callbacks/callbackRunner.js';
import { chartLogic } from './chart/chartLogic.js';
import { osProcess } from './process/osProcess.js';
import { versionProbe } from './process/versionProbe.js';

/** The charts with their effects. */
export const processMachine = chartLogic(processChart, { os: osProcess }, copyProcess);
export const versionMachine = chartLogic(versionChart, { probe: versionProbe });
export const callbackMachine = chartLogic(callbackChart, { runner: callbackRunner });

export const sessionMachine = chartLogic(
  sessionChart,
  {
    process: processMachine,
    version: versionMachine,
    watchdog: chartLogic(watchdogMachine),
    request: chartLogic(requestMachine),
    callback: callbackMachine,
    turn: chartLogic(turnMachine),
    task: chartLogic(taskMachine),
  },
  copySession,
);
export const queryMachine = chartLogic(queryChart, {
  process: processMachine,
  version: versionMachine,
});
