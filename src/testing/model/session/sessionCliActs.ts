import type { AnyMachineSnapshot } from 'xstate';
import type { SessionContext } from '../../../machines/session/sessionTypes.js';
import type { FrameNames } from '../NameCounter.js';
import type { CliAct } from '../path.js';
import { completeMessage } from '../run/completeMessage.js';
import { hookRequest } from './hookRequest.js';
import { cliRequest, type SessionModelEvent } from './sessionModelEvents.js';

type Of<Type extends string> = Extract<SessionModelEvent, { type: Type }>;

const says = (message: object): CliAct[] => [{ frame: completeMessage(message) }];

function answer({ id, ok, response = {} }: Of<'answer'>, { request }: FrameNames): object {
  const request_id = request(id);
  if (ok === false) return { subtype: 'error', request_id, error: 'not now' };
  return { subtype: 'success', request_id, response };
}

/** What the CLI does when a model event happens to a session. */
export function sessionCliActs(
  modelEvent: SessionModelEvent,
  names: FrameNames,
): readonly CliAct[] {
  switch (modelEvent.type) {
    case 'spawn':
      return [{ start: true }];
    case 'spawnFail':
      return [{ failsToStart: 'ENOENT' }];
    case 'answer':
      return says({ type: 'control_response', response: answer(modelEvent, names) });
    case 'callback': {
      const id = names.next(modelEvent.id);
      const { kind } = modelEvent;
      const request = kind === 'hook' ? hookRequest(names.hook(), id) : cliRequest(kind, id);
      return says({ type: 'control_request', request_id: id, request });
    }
    case 'cliCancels':
      return says({ type: 'control_cancel_request', request_id: names.latest(modelEvent.id) });
    case 'frame': {
      const { message } = modelEvent;
      const about = message.command_uuid;
      return says({
        ...message,
        ...(typeof about === 'string' && { command_uuid: names.message(about) }),
        uuid: names.next('uuid'),
      });
    }
    case 'garbage':
      return [{ text: 'this is no JSON\n' }];
    case 'hugeLine': {
      // Over the limit, the newline lets the next line be read. Below it, garbage follows.
      const line: CliAct = { text: 'x', times: modelEvent.bytes };
      return modelEvent.bytes > 4 * 2 ** 20 ? [line, { text: '\n' }] : [line];
    }
    case 'badPipe':
      return [{ stdin: modelEvent.mode === 'fail' ? 'breaks' : 'stops' }];
    case 'exit':
      return [{ exit: modelEvent.code }];
    default:
      return [];
  }
}

/** The placeholders that a path uses for names only the application knows. */
export function sessionPlaceholders(
  snapshot: AnyMachineSnapshot,
): Pick<FrameNames, 'request' | 'message' | 'hook'> {
  const { requests } = snapshot.context as SessionContext;
  return {
    request(id) {
      const request = requests.pending[id];
      if (id === 'req_0') return '$initialize';
      if (!request) return id;
      return request.subtype === 'interrupt' ? '$interrupt' : '$request';
    },
    message: () => '$message',
    hook: () => ({ callbackId: '$hook', event: '$hookEvent' }),
  };
}
