import type { CliAct } from '../path.js';
import { completeMessage } from '../run/completeMessage.js';
import type { QueryModelEvent } from './queryModelEvents.js';
import { queryControls, queryMessages } from './queryModelEvents.js';

const says = (message: object): CliAct[] => [{ frame: completeMessage(message) }];

const lines: Readonly<
  Record<Extract<QueryModelEvent, { type: 'line' }>['kind'], readonly CliAct[]>
> = {
  notJson: [{ text: 'this is no JSON\n' }],
  badUtf8: [{ bytes: 'ff0a' }],
  noType: [{ text: '{}\n' }],
  // The reader drops everything up to the newline, and can read the next line.
  oversize: [{ text: 'x', times: 5 * 2 ** 20 }, { text: '\n' }],
  large: [{ text: 'x', times: 2 ** 20 }],
  cutOff: [{ text: '{"type":' }, { closeStdout: true }],
};

const flood = { type: 'system', subtype: 'status', text: 'x'.repeat(10_000) };

/** What the CLI does when a model event happens to a query. */
export function queryCliActs(modelEvent: QueryModelEvent): readonly CliAct[] {
  switch (modelEvent.type) {
    case 'spawnFail':
      return [{ failsToStart: 'ENOENT' }];
    case 'message':
      return says(queryMessages[modelEvent.kind]);
    case 'result': {
      const isError = modelEvent.isError === true;
      const subtype = isError ? 'error_during_execution' : 'success';
      return says({ type: 'result', subtype, is_error: isError });
    }
    case 'flood':
      // Two at once: a single message goes straight to a waiting reader and is never buffered.
      return [{ frame: completeMessage(flood), times: 2 }];
    case 'line':
      return lines[modelEvent.kind];
    case 'control':
      return says(queryControls[modelEvent.kind]);
    case 'outputEnded':
      return [{ closeStdout: true }];
    case 'exit':
      return [{ exit: modelEvent.code }];
    default:
      return [];
  }
}
