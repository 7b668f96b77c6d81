import { isObject } from '../../codec/jsonObject.js';
import type { Json } from '../../testing/recording/recording.js';

/** A recording has the ids of the program that made it; the CLI must speak of ours. */
export class OwnIds {
  readonly #written: () => readonly string[];
  readonly #hookIds: readonly string[];
  readonly #requests: string[] = [];

  /** `written`: the lines that were written to the CLI so far. */
  constructor(written: () => readonly string[], hookIds: readonly string[]) {
    this.#written = written;
    this.#hookIds = hookIds;
  }

  /** The recorded program sent a request; ours is sent in the same place of the order. */
  sent(recordedId: string): void {
    this.#requests.push(recordedId);
  }

  /** A line of the CLI's, with our ids in it. */
  translate(message: Json): Json {
    const { response, request } = message;
    if (message.type === 'control_response' && isObject(response)) {
      const own = this.#requestId(String(response.request_id));
      return { ...message, response: { ...response, request_id: own } };
    }
    if (isObject(request) && request.subtype === 'hook_callback') {
      const index = this.#hookIds.indexOf(String(request.callback_id));
      if (index < 0) return message;
      return { ...message, request: { ...request, callback_id: this.#ownHookIds()[index] } };
    }
    return message;
  }

  #requestId(recorded: string): string {
    const own = this.#ownRequests().map(({ request_id }) => String(request_id));
    return own[this.#requests.indexOf(recorded)] ?? recorded;
  }

  #ownHookIds(): string[] {
    const { request } = this.#ownRequests()[0] ?? {};
    const hooks = isObject(request) && isObject(request.hooks) ? request.hooks : {};
    return Object.values(hooks)
      .flat()
      .flatMap((group) => (group as { hookCallbackIds: string[] }).hookCallbackIds);
  }

  #ownRequests(): Json[] {
    return this.#written()
      .map((line) => JSON.parse(line) as Json)
      .filter(({ type }) => type === 'control_request');
  }
}
