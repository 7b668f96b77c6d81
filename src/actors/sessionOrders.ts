import type { UserContent } from '../codec/blocks.js';
import { encodeAnyRequest } from '../codec/control.js';
import type { SessionOrder } from '../machines/session/sessionTypes.js';
import { type UserFrame, userMessage } from './messages/userMessage.js';
import { takenBack } from './takenBack.js';

/** The events that a session's actor takes. */
export const sessionOrders = {
  /** Its `uuid` names the turn in what the session tells. */
  send(content: UserContent | UserFrame): Extract<SessionOrder, { type: 'op.send' }> {
    return { type: 'op.send', ...userMessage(content) };
  },
  /** The answer is emitted as `settled` under the same `key`. */
  request(
    key: string,
    subtype: string,
    fields: object = {},
  ): Extract<SessionOrder, { type: 'op.request' }> {
    const body = encodeAnyRequest(subtype, fields);
    return { type: 'op.request', key, subtype, body, takesBack: takenBack(subtype, fields) };
  },
  end(): SessionOrder {
    return { type: 'op.end' };
  },
  stop(): SessionOrder {
    return { type: 'op.stop', reason: 'stop' };
  },
};
