import type { JsonObject } from '../../codec/jsonObject.js';
import type { FrameWriter } from './FrameWriter.js';
import type { Traits } from './traits.js';

export type State = 'idle' | 'running' | 'requires_action';

/** Whether the session is running, waits for a permission, or is idle. Reported if the host asks. */
export class SessionState {
  readonly #output: FrameWriter;
  readonly #isAnnounced: boolean;
  readonly #fields: JsonObject;
  #state: State = 'idle';

  constructor(
    output: FrameWriter,
    env: Readonly<Record<string, string | undefined>>,
    { recent }: Traits,
  ) {
    this.#output = output;
    const isForAll = env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS === '1';
    const isForHost = recent && env.CLAUDE_CODE_SDK_READS_SESSION_STATE === '1';
    this.#isAnnounced = isForAll || isForHost;
    this.#fields = isForAll ? {} : { sdk_host_only: true };
  }

  get current(): State {
    return this.#state;
  }

  change(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    this.announce();
  }

  /** Reports the state, even if it has not changed. */
  announce(): void {
    if (!this.#isAnnounced) return;
    const frame = {
      type: 'system',
      subtype: 'session_state_changed',
      state: this.#state,
      ...this.#fields,
    };
    this.#output.message(frame);
  }
}
