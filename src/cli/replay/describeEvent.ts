import type { Message } from '../../codec/messages.js';
import type { ReplayEvent } from '../../testing/recording/replayEvent.js';
import { costLine, toolLine } from '../run/summaryLines.js';

/** The event on one line. Undefined for a streamed part of a message, unless `verbose`. */
export function describeEvent(event: ReplayEvent, verbose: boolean): string | undefined {
  switch (event.kind) {
    case 'state':
      return event.state;
    case 'call':
      return event.call;
    case 'turn':
      return `${event.state} (${event.uuid})`;
    case 'task':
      return `${event.state} (${event.id})`;
    case 'message':
      if (event.message.type === 'stream_event' && !verbose) return undefined;
      return describeMessage(event.message);
    case 'end':
      return event.code ? `${event.outcome} (${event.code})` : event.outcome;
    default:
      return `${event.code}: ${event.message}`;
  }
}

function describeMessage(message: Message): string {
  switch (message.type) {
    case 'assistant': {
      const blocks = message.message.content.map((block) => {
        if (block.type === 'text') return block.text;
        return block.type === 'tool_use'
          ? `[${toolLine(block.name, block.input, 60)}]`
          : `[${block.type}]`;
      });
      return `assistant: ${blocks.join(' ')}`;
    }
    case 'stream_event':
      return `stream_event/${message.event.type}`;
    case 'result': {
      const verdict = message.is_error ? 'error' : 'ok';
      return `result/${message.subtype}: ${verdict} · ${costLine(message)}`;
    }
    default:
      return 'subtype' in message ? `${message.type}/${message.subtype}` : message.type;
  }
}
