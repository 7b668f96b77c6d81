import type { JsonObject } from '../../../codec/jsonObject.js';

/** The stream events of an API response. A response without streaming gives the same events. */
export async function* apiEvents(response: Response): AsyncGenerator<JsonObject> {
  if (!response.headers.get('content-type')?.includes('text/event-stream')) {
    yield* eventsOf((await response.json()) as JsonObject);
    return;
  }
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body ?? []) {
    const events = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split(
      /\r?\n\r?\n/,
    );
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = dataOf(event);
      if (data !== undefined) yield data;
    }
  }
}

function dataOf(event: string): JsonObject | undefined {
  const data = event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('\n');
  return data.trim() === '' ? undefined : (JSON.parse(data) as JsonObject);
}

function* eventsOf({ content, stop_reason, usage, ...message }: JsonObject): Generator<JsonObject> {
  yield { type: 'message_start', message: { ...message, content: [], usage } };
  for (const block of (content ?? []) as JsonObject[]) {
    yield { type: 'content_block_start', content_block: { ...block, text: '', thinking: '' } };
    if (block.type === 'text') {
      yield { type: 'content_block_delta', delta: { type: 'text_delta', text: block.text } };
    } else if (block.type === 'thinking') {
      const delta = { type: 'thinking_delta', thinking: block.thinking };
      yield { type: 'content_block_delta', delta };
    }
    yield { type: 'content_block_stop' };
  }
  yield { type: 'message_delta', delta: { stop_reason }, usage };
  yield { type: 'message_stop' };
}
