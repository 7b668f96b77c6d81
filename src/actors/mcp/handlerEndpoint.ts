import type { JsonRpcMessage } from '../../codec/control.js';
import { isObject, readJsonObject, textOf } from '../../codec/jsonObject.js';
import type { McpMessageHandler } from '../../options/mcpTypes.js';
import { rejectOnAbort } from '../../util/rejectOnAbort.js';
import { errorResponse, isNotification, paramsOf } from './mcpMessages.js';
import type { McpEndpoint, ReportProblem } from './serverEndpoint.js';

/** The endpoint of a server that is a plain function. Many sessions may call it at once. */
export function handlerEndpoint(
  handle: McpMessageHandler,
  reportProblem: ReportProblem,
): McpEndpoint {
  const running = new Set<{ id: JsonRpcMessage['id']; controller: AbortController }>();
  const closed = new AbortController();

  async function answer(message: JsonRpcMessage, cliSignal: AbortSignal): Promise<JsonRpcMessage> {
    const controller = new AbortController();
    const request = { id: message.id, controller };
    running.add(request);
    const signal = AbortSignal.any([cliSignal, controller.signal, closed.signal]);
    try {
      const returned = await rejectOnAbort(call(message, signal), signal);
      return { ...readResponse(message, returned), jsonrpc: '2.0', id: message.id };
    } catch (error) {
      if (signal.aborted) return errorResponse(message, 'cancelled', 'The request was cancelled.');
      reportProblem(error);
      return errorResponse(message, 'internalError', error);
    } finally {
      running.delete(request);
    }
  }

  async function call(message: JsonRpcMessage, signal: AbortSignal): Promise<unknown> {
    return handle(message, { signal });
  }

  function cancel(message: JsonRpcMessage): void {
    const { requestId } = paramsOf(message);
    for (const { id, controller } of running) if (id === requestId) controller.abort();
  }

  return {
    connected: Promise.resolve(),
    async serve(message, { signal }) {
      if (!isNotification(message)) return answer(message, signal);
      if (message.method === 'notifications/cancelled') cancel(message);
      await call(message, signal).catch(reportProblem);
      return undefined;
    },
    // A function sends no messages of its own.
    attach() {},
    close: () => closed.abort(),
  };
}

/** Checks that the function returned a response. The CLI would wait forever for anything else. */
function readResponse(message: JsonRpcMessage, returned: unknown): object {
  const what = `the server's response to ${textOf(message.method)}`;
  const reading = readJsonObject(returned);
  if ('problem' in reading) throw new Error(`${what} is ${reading.problem}`);
  const { result, error } = reading.object;
  if (isObject(error)) return { error };
  if (!isObject(result)) throw new Error(`${what} has neither a result nor an error`);
  return { result };
}
