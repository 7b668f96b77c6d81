import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { QueryContext } from '../../../machines/query/queryTypes.js';
import { delayEvents, processExited, spawnFailed, versionJudged } from '../chart/xstateEvents.js';
import type { QueryModelEvent } from './queryModelEvents.js';

const frame = (type: string) => ({ kind: 'message', message: { type }, text: '' });
const event = (type: string, fields: object = {}): EventObject => ({ type, ...fields });

const messageEvents: Readonly<Record<string, EventObject>> = {
  text: event('cli.messages', { frames: [frame('assistant')], openTools: 0 }),
  system: event('cli.messages', { frames: [frame('system')], openTools: 0 }),
  state: event('cli.state', { frame: frame('system'), state: 'idle' }),
  lifecycle: event('cli.lifecycle', { frame: frame('command_lifecycle'), uuid: 'u', state: 'x' }),
  taskStarted: event('cli.task', {
    frame: frame('system'),
    task: { id: 't', kind: 'started', taskType: 'local_agent' },
  }),
  taskEnded: event('cli.task', { frame: frame('system'), task: { id: 't', kind: 'completed' } }),
};

function* stallEvents({ watch, settings }: QueryContext, ms: number): Generator<EventObject> {
  if (watch === 'off' || ms < settings.stall[watch]) return;
  yield event('watchdog.stalled', { phase: watch, silentMs: ms });
}

/** The events that reach the query's chart when a model event happens. */
export function* queryChartEvents(
  modelEvent: QueryModelEvent,
  snapshot: AnyMachineSnapshot,
): Generator<EventObject> {
  switch (modelEvent.type) {
    case 'spawn':
      yield event('process.spawned');
      break;
    case 'spawnFail':
      yield spawnFailed();
      break;
    case 'message':
      yield messageEvents[modelEvent.kind] as EventObject;
      break;
    case 'flood':
      yield messageEvents.system as EventObject;
      yield event('query.full');
      break;
    case 'result':
      yield event('cli.result', {
        frame: frame('result'),
        result: { is_error: modelEvent.isError ?? false },
      });
      break;
    case 'line': {
      const { kind } = modelEvent;
      if (kind === 'oversize') yield event('cli.oversize', { head: '', limit: 1 });
      else if (kind === 'large') yield event('cli.largeLine', { waiting: 1 });
      else {
        const last = kind === 'cutOff';
        const reason = last ? 'notJson' : kind;
        yield event('cli.undecodable', {
          frame: { kind: 'invalid', reason, detail: 'not JSON', cut: '' },
          last,
        });
        if (last) yield event('process.outputEnded');
      }
      break;
    }
    case 'control':
      yield event(`cli.${modelEvent.kind}`, { requestId: 'a' });
      break;
    case 'exit':
      yield processExited(modelEvent.code);
      break;
    case 'outputEnded':
      yield event('process.outputEnded');
      break;
    case 'time':
      yield* delayEvents(snapshot, 'drain');
      if (modelEvent.ms >= 500) yield* delayEvents(snapshot, 'outputAfterExit');
      yield* stallEvents(snapshot.context as QueryContext, modelEvent.ms);
      break;
    case 'pull':
      if ((snapshot.context as QueryContext).full) yield event('query.drained');
      break;
    case 'close':
      yield event('query.close', { reason: modelEvent.reason });
      break;
    case 'interrupt':
      yield event('query.interrupt');
      break;
    case 'version':
      yield versionJudged(modelEvent.verdict);
      break;
  }
}
