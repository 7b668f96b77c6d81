import { type Deferred, deferred } from '../../actors/deferred.js';
import type { JsonRpcMessage } from '../../codec/control.js';
import { isObject } from '../../codec/jsonObject.js';
import type { PermissionResult } from '../../codec/permissions.js';
import type { HookMatchers } from '../../codec/requestsToCli.js';
import type { McpMessageHandler } from '../../options/mcpTypes.js';
import type { Options } from '../../options/types.js';
import type { Json, Recording } from '../../testing/recording/recording.js';

interface Asked {
  id: string;
  /** Who is asked: a hook by its id, a server by its name, or the permission callback. */
  whom: string;
  answer: Deferred<unknown>;
}

/** User code that answers the CLI what it answered when the recording was made. */
export class RecordedCallbacks {
  readonly options: Pick<Options, 'hooks' | 'canUseTool' | 'mcpServers'>;
  /** The ids that the recording's hooks have, in the order in which this session gives its own. */
  readonly hookIds: string[] = [];
  readonly #asked: Asked[] = [];
  readonly #unanswered = new Map<string, Deferred<unknown>>();

  constructor({ lines }: Recording) {
    const { hooks, sdkMcpServers } = initializeOf(lines);
    const serve =
      (name: string): McpMessageHandler =>
      async (message) =>
        (await this.#call(`mcp:${name}`, 'id' in message)) as JsonRpcMessage | undefined;
    this.options = {
      hooks: this.#hooks(hooks),
      canUseTool: () => this.#call('permission') as Promise<PermissionResult>,
      mcpServers: Object.fromEntries(
        sdkMcpServers.map((name) => [name, { type: 'sdk', name, instance: serve(name) }]),
      ),
    };
  }

  /** The CLI is about to ask this. */
  expect(id: string, request: Json): void {
    const answer = deferred<unknown>();
    // Its failure is the callback's; where nobody was asked, nobody waits for it.
    answer.promise.catch(() => {});
    this.#asked.push({ id, whom: whomOf(request), answer });
    this.#unanswered.set(id, answer);
  }

  /** The recorded program answered. */
  answer(response: Json): void {
    const answer = this.#unanswered.get(String(response.request_id));
    if (response.subtype === 'error') answer?.reject(new Error(String(response.error)));
    else answer?.resolve(response.response);
  }

  /** The CLI took a request back: nobody is called for it any more. */
  withdraw(id: string): void {
    const index = this.#asked.findIndex((one) => one.id === id);
    if (index >= 0) this.#asked.splice(index, 1);
    this.#unanswered.get(id)?.reject(new Error('The CLI has taken its request back.'));
  }

  #hooks(recorded: HookMatchers): NonNullable<Options['hooks']> {
    const events = Object.entries(recorded).map(([event, groups]) => [
      event,
      listOf(groups).map(({ matcher, hookCallbackIds }) => {
        const ids = listOf(hookCallbackIds);
        this.hookIds.push(...ids);
        const hooks = ids.map((id) => () => this.#call(`hook:${id}`) as Promise<object>);
        return { ...(matcher && { matcher }), hooks };
      }),
    ]);
    return Object.fromEntries(events);
  }

  /** Requests are handed to user code in the order in which they came. */
  async #call(whom: string, wantsAnswer = true): Promise<unknown> {
    const index = this.#asked.findIndex((one) => one.whom === whom);
    const [asked] = index < 0 ? [] : this.#asked.splice(index, 1);
    const response = await asked?.answer.promise;
    if (!whom.startsWith('mcp:')) return response;
    return wantsAnswer && isObject(response) ? response.mcp_response : undefined;
  }
}

function whomOf({ subtype, callback_id, server_name }: Json): string {
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

/** A file may hold anything. */
function listOf<Item>(value: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(value) ? value : [];
}
