import { isDeepStrictEqual } from 'node:util';
import type { CallbackHost } from '../../src/actors/callbacks/callbackHost.js';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import type { HookRegistration } from '../../src/codec/hookRegistrations.js';
import type { HookMatchers } from '../../src/codec/requestsToCli.js';
import { type Deferred, deferred } from '../../src/util/deferred.js';
import type { Recording } from './recordings.js';
import { initializeOf } from './replayLines.js';

type Json = Record<string, unknown>;

interface Asked {
  id: string;
  request: Json;
  calls: number;
  signal?: AbortSignal;
  answer: Deferred<Json>;
  withdrawn: boolean;
}

/** User code that gets the requests of the recording, and answers when the replay says so. */
export class RecordedCallbacks {
  readonly host: CallbackHost;
  readonly #asked = new Map<string, Asked>();
  readonly #strange: string[] = [];

  constructor(recording: Recording) {
    const { hooks, sdkMcpServers = [] } = initializeOf(recording);
    const servers = sdkMcpServers.map((server) => [
      server,
      (message: object, { signal }: { signal: AbortSignal }) =>
        this.#call({ subtype: 'mcp_message', server_name: server, message }, signal),
    ]);
    this.host = userCallbacks({
      hooks: registrations(hooks).map((hook) => ({
        ...hook,
        run: (input, tool_use_id, { signal }) =>
          this.#call(
            { subtype: 'hook_callback', callback_id: hook.id, input, tool_use_id },
            signal,
          ),
      })),
      canUseTool: (tool_name, input, context) =>
        this.#call(
          {
            subtype: 'can_use_tool',
            tool_name,
            input,
            tool_use_id: context.toolUseID,
            display_name: context.displayName,
            permission_suggestions: context.suggestions,
            decision_reason: context.decisionReason,
            mcp_server: context.mcpServer,
          },
          context.signal,
          context.requestId,
        ) as never,
      mcpServers: Object.fromEntries(servers),
    });
  }

  /** The CLI is about to ask this. */
  expect(id: string, request: Json): void {
    const answer = deferred<Json>();
    this.#asked.set(id, { id, request, calls: 0, answer, withdrawn: false });
  }

  /** User code returns its answer. */
  answer(id: string, response: Json): void {
    const asked = this.#asked.get(id);
    if (asked?.calls !== 1) throw new Error(`user code was never asked ${id}, so it cannot answer`);
    const { subtype, message } = asked.request as { subtype: string; message?: Json };
    if (subtype !== 'mcp_message') asked.answer.resolve(response);
    // A server does not answer a notification. The runtime acknowledges it for the CLI.
    else
      asked.answer.resolve((message?.id === undefined ? undefined : response.mcp_response) as Json);
  }

  /** The CLI has cancelled a request; user code still answers, too late. */
  withdraw(id: string): void {
    const asked = this.#asked.get(id);
    if (!asked) throw new Error(`the CLI cancels ${id}, which it has not requested`);
    asked.withdrawn = true;
    asked.answer.resolve({ behavior: 'allow' });
  }

  /** What went wrong between the runtime and user code. */
  complaints(): string[] {
    const complaints = [...this.#strange];
    for (const { id, calls, signal, withdrawn } of this.#asked.values()) {
      if (calls !== 1 && !withdrawn) complaints.push(`${id}: user code was called ${calls} times`);
      if (withdrawn && signal && !signal.aborted) complaints.push(`${id}: its signal did not fire`);
      if (!withdrawn && signal?.aborted) complaints.push(`${id}: its signal fired`);
    }
    return complaints;
  }

  /** User code does not get the id of a hook request, so its input identifies it. */
  async #call(told: Json, signal: AbortSignal, id?: string): Promise<Json> {
    const asked = [...this.#asked.values()].find(
      (one) => one.calls === 0 && (id === undefined || id === one.id) && agrees(one.request, told),
    );
    if (signal.aborted) this.#strange.push(`${told.subtype}: called although it was cancelled`);
    if (!asked) {
      this.#strange.push(`${told.subtype}: called with what the CLI did not ask`);
      return {};
    }
    asked.calls += 1;
    asked.signal = signal;
    return asked.answer.promise;
  }
}

/** User code must get what the CLI said. The CLI may say more. */
function agrees(request: Json, told: Json): boolean {
  return Object.entries(told).every(([key, value]) => isDeepStrictEqual(request[key], value));
}

function registrations(hooks: HookMatchers | null | undefined): HookRegistration[] {
  return Object.entries(hooks ?? {}).flatMap(([event, groups]) =>
    groups.flatMap(({ hookCallbackIds }, group) =>
      hookCallbackIds.map((id, index) => ({
        id,
        event,
        group,
        index,
        timeoutMs: 60_000,
        onFailure: 'continue' as const,
      })),
    ),
  );
}
