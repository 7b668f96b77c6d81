import type { JsonRpcMessage } from '../../codec/control.js';
import { isObject } from '../../codec/jsonObject.js';
import type { PermissionResult } from '../../codec/permissions.js';
import type { HookMatchers } from '../../codec/requestsToCli.js';
import type { McpMessageHandler } from '../../options/mcpTypes.js';
import type { Options } from '../../options/types.js';
import { type Deferred, deferred } from '../../util/deferred.js';
import type { Json, Recording } from './recording.js';

interface PendingRequest {
  id: string;
  /** Who must answer: a hook by its id, a server by its name, or the permission callback. */
  callback: string;
  answer: Deferred<unknown>;
}

/** Hooks, permission callback and MCP servers that give the same answers as in the recording. */
export class RecordedCallbacks {
  readonly options: Pick<Options, 'hooks' | 'allowUnknownHookEvents' | 'canUseTool' | 'mcpServers'>;
  readonly #pending: PendingRequest[] = [];
  readonly #unanswered = new Map<string, Deferred<unknown>>();

  constructor({ lines }: Recording) {
    const { hooks, sdkMcpServers } = initializeOf(lines);
    const serve =
      (name: string): McpMessageHandler =>
      async (message) =>
        (await this.#call(`mcp:${name}`, 'id' in message)) as JsonRpcMessage | undefined;
    this.options = {
      hooks: this.#hooks(hooks),
      allowUnknownHookEvents: true,
      canUseTool: () => this.#call('permission') as Promise<PermissionResult>,
      mcpServers: Object.fromEntries(
        sdkMcpServers.map((name) => [name, { type: 'sdk', name, instance: serve(name) }]),
      ),
    };
  }

  /** The CLI is about to send this request. */
  expect(id: string, request: Json): void {
    const answer = deferred<unknown>();
    // The callback handles a rejection. If no callback was called, nobody waits for the answer.
    answer.promise.catch(() => {});
    this.#pending.push({ id, callback: callbackOf(request), answer });
    this.#unanswered.set(id, answer);
  }

  /** The recorded program sent this answer. */
  answer(response: Json): void {
    const answer = this.#unanswered.get(String(response.request_id));
    if (response.subtype === 'error') answer?.reject(new Error(String(response.error)));
    else answer?.resolve(response.response);
  }

  /** The CLI cancelled a request. No callback is called for it any more. */
  cancel(id: string): void {
    const index = this.#pending.findIndex((one) => one.id === id);
    if (index >= 0) this.#pending.splice(index, 1);
    this.#unanswered.get(id)?.reject(new Error('The CLI cancelled its request.'));
  }

  #hooks(recorded: HookMatchers): NonNullable<Options['hooks']> {
    const events = Object.entries(recorded).map(([event, groups]) => [
      event,
      listOf(groups).map(({ matcher, hookCallbackIds }) => {
        const ids = listOf(hookCallbackIds);
        const hooks = ids.map((id) => () => this.#call(`hook:${id}`) as Promise<object>);
        return { ...(matcher && { matcher }), hooks };
      }),
    ]);
    return Object.fromEntries(events);
  }

  /** Takes the oldest pending request for this callback, and waits for its recorded answer. */
  async #call(callback: string, wantsAnswer = true): Promise<unknown> {
    const index = this.#pending.findIndex((one) => one.callback === callback);
    const [request] = index < 0 ? [] : this.#pending.splice(index, 1);
    const response = await request?.answer.promise;
    if (!callback.startsWith('mcp:')) return response;
    return wantsAnswer && isObject(response) ? response.mcp_response : undefined;
  }
}

function callbackOf({ subtype, callback_id, server_name }: Json): string {
  if (subtype === 'hook_callback') return `hook:${callback_id}`;
  return subtype === 'mcp_message' ? `mcp:${server_name}` : 'permission';
}

function initializeOf(lines: Recording['lines']): {
  hooks: HookMatchers;
  sdkMcpServers: readonly string[];
} {
  const requests = lines.flatMap(({ entry }): Json[] =>
    entry.dir === 'in' && isObject(entry.message?.request) ? [entry.message.request] : [],
  );
  const { hooks, sdkMcpServers } =
    requests.find(({ subtype }) => subtype === 'initialize') ?? ({} as Json);
  return {
    hooks: isObject(hooks) ? (hooks as HookMatchers) : {},
    sdkMcpServers: listOf(sdkMcpServers as string[] | undefined),
  };
}

/** A recording is a file, so its fields may have any type. */
function listOf<Item>(value: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(value) ? value : [];
}
