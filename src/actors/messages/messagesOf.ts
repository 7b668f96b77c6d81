import type { MessageFrame } from '../../codec/frames.js';
import type { Message } from '../../codec/messages.js';
import type { LogReader } from './broadcastLog.js';

type Step<Value> = IteratorResult<Value, undefined>;

/** The messages of the frames that a reader gives. One that is there already costs one promise. */
export function messagesOf(
  reader: LogReader<MessageFrame>,
): AsyncIterableIterator<Message, undefined> {
  const iterator: AsyncIterableIterator<Message, undefined> = {
    next() {
      const frame = reader.poll();
      if (!frame) return reader.next().then(messageStep);
      return Promise.resolve({ done: false, value: frame.message });
    },
    return: () => reader.return?.() as Promise<Step<Message>>,
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

function messageStep(step: Step<MessageFrame>): Step<Message> {
  return step.done ? step : { done: false, value: step.value.message };
}
