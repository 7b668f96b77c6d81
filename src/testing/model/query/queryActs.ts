import type { CliAct } from '../CliAct.js';
import { wireMessage } from '../play/wireMessage.js';
import { queryControls, queryMessages } from './queryFrames.js';
import type { QueryStimulus } from './queryStimuli.js';

const says = (message: object): CliAct[] => [{ frame: wireMessage(message) }];

const lines: Readonly<Record<Extract<QueryStimulus, { type: 'line' }>['kind'], readonly CliAct[]>> =
  {
    notJson: [{ text: 'this is no JSON\n' }],
    badUtf8: [{ bytes: 'ff0a' }],
    noType: [{ text: '{}\n' }],
    // The line ends, so that the next one can be read; up to there it is dropped.
    oversize: [{ text: 'x', times: 5 * 2 ** 20 }, { text: '\n' }],
    large: [{ text: 'x', times: 2 ** 20 }],
    cutOff: [{ text: '{"type":' }, { closeStdout: true }],
  };

const flood = { type: 'system', subtype: 'status', text: 'x'.repeat(10_000) };

/** The CLI's part in something that happens to a query. */
export function queryActs(stimulus: QueryStimulus): readonly CliAct[] {
  switch (stimulus.type) {
    case 'spawnFail':
      return [{ failsToStart: 'ENOENT' }];
    case 'message':
      return says(queryMessages[stimulus.kind]);
    case 'result': {
      const isError = stimulus.isError === true;
      const subtype = isError ? 'error_during_execution' : 'success';
      return says({ type: 'result', subtype, is_error: isError });
    }
    case 'flood':
      // Two at once: one alone would go to a reader that waits, and be kept by nobody.
      return [{ frame: wireMessage(flood), times: 2 }];
    case 'line':
      return lines[stimulus.kind];
    case 'control':
      return says(queryControls[stimulus.kind]);
    case 'outputEnded':
      return [{ closeStdout: true }];
    case 'exit':
      return [{ exit: stimulus.code }];
    default:
      return [];
  }
}
