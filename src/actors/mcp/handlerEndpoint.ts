import type { JsonRpcMessage } from '../../codec/control.js';
import { isObject, readJsonObject, textOf } from '../../codec/jsonObject.js';
import type { McpMessageHandler } from '../../options/mcpTypes.js';
import { whileWanted } from '../../util/rejectOnAbort.js';
import { errorResponse, isNotification, paramsOf } from './mcpMessages.js';
import type { McpEndpoint, TellProblem } from './serverEndpoint.js';

/** A server that is a plain function, which many sessions may call at once. */
export function handlerEndpoint(handle: McpMessageHandler, tellProblem: TellProblem): McpEndpoint {
  const running = new Set<{ id: JsonRpcMessage['id']; controller: AbortController }>();
  const ended = new AbortController();

  async function answer(message: JsonRpcMessage, wanted: AbortSignal): Promise<JsonRpcMessage> {
    const controller = new AbortController();
    const request = { id: message.id, controller };
    running.add(request);
    const signal = AbortSignal.any([wanted, controller.signal, ended.signal]);
    try {
      const returned = await whileWanted(call(message, signal), signal);
      return { ...readResponse(message, returned), jsonrpc: '2.0', id: message.id };
    } catch (error) {
      if (signal.aborted) return errorResponse(message, 'cancelled', 'The request was cancelled.');
      tellProblem(error);
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
      await call(message, signal).catch(tellProblem);
      return undefined;
    },
    // A function has no messages of its own.
    attach() {},
    close: () => ended.abort(),
  };
}

/** What the function returned, if it is a response; the CLI would wait on for anything else. */
function readResponse(message: JsonRpcMessage, returned: unknown): object {
  const what = `the server's response to ${textOf(message.method)}`;
  const reading = readJsonObject(returned);
  if ('problem' in reading) throw new Error(`${what} is ${reading.problem}`);
  const { result, error } = reading.object;
  if (isObject(error)) return { error };
  if (!isObject(result)) throw new Error(`${what} has neither a result nor an error`);
  return { result };
}
