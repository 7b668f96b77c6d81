import type { AnyMachineSnapshot } from 'xstate';
import type { SessionContext } from '../../../machines/session/sessionTypes.js';
import type { CliAct, CliNames } from '../CliAct.js';
import { wireMessage } from '../play/wireMessage.js';
import { hookRequest } from './hookRequest.js';
import { cliRequest, type SessionStimulus } from './sessionStimuli.js';

type Of<Type extends string> = Extract<SessionStimulus, { type: Type }>;

const says = (message: object): CliAct[] => [{ frame: wireMessage(message) }];

function answer({ id, ok, response = {} }: Of<'answer'>, { request }: CliNames): object {
  const request_id = request(id);
  if (ok === false) return { subtype: 'error', request_id, error: 'not now' };
  return { subtype: 'success', request_id, response };
}

/** The CLI's part in something that happens to a session. */
export function sessionActs(stimulus: SessionStimulus, names: CliNames): readonly CliAct[] {
  switch (stimulus.type) {
    case 'spawn':
      return [{ start: true }];
    case 'spawnFail':
      return [{ failsToStart: 'ENOENT' }];
    case 'answer':
      return says({ type: 'control_response', response: answer(stimulus, names) });
    case 'callback': {
      const id = names.fresh(stimulus.id);
      const { kind } = stimulus;
      const request = kind === 'hook' ? hookRequest(names.hook(), id) : cliRequest(kind, id);
      return says({ type: 'control_request', request_id: id, request });
    }
    case 'cliCancels':
      return says({ type: 'control_cancel_request', request_id: names.latest(stimulus.id) });
    case 'frame': {
      const { message } = stimulus;
      const about = message.command_uuid;
      return says({
        ...message,
        ...(typeof about === 'string' && { command_uuid: names.message(about) }),
        uuid: names.fresh('uuid'),
      });
    }
    case 'garbage':
      return [{ text: 'this is no JSON\n' }];
    case 'hugeLine': {
      // What comes after it must be a line of its own; below the limit, that line is garbage.
      const line: CliAct = { text: 'x', times: stimulus.bytes };
      return stimulus.bytes > 4 * 2 ** 20 ? [line, { text: '\n' }] : [line];
    }
    case 'badPipe':
      return [{ stdin: stimulus.mode === 'fail' ? 'breaks' : 'stops' }];
    case 'exit':
      return [{ exit: stimulus.code }];
    default:
      return [];
  }
}

/** How a path names what only the application knows. */
export function sessionPlaceholders(
  snapshot: AnyMachineSnapshot,
): Pick<CliNames, 'request' | 'message' | 'hook'> {
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
