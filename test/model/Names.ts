import type { SessionModelEvent } from '../../src/testing/model/session/sessionModelEvents.js';

/**
 * A path uses `u0` again once the first `u0` is settled; the real runtime uses no id twice. A name
 * refers to the latest thing that had it.
 */
export class Names {
  readonly #latest = new Map<string, string>();
  #given = 0;

  actual(stimulus: SessionModelEvent): SessionModelEvent {
    switch (stimulus.type) {
      case 'send':
        return { ...stimulus, uuid: this.#fresh(stimulus.uuid) };
      case 'request':
        return {
          ...stimulus,
          label: this.#fresh(stimulus.label),
          ...(stimulus.cancelsMessage && { cancelsMessage: this.#of(stimulus.cancelsMessage) }),
        };
      case 'callback':
        return {
          ...stimulus,
          id: stimulus.again ? this.#of(stimulus.id) : this.#fresh(stimulus.id),
        };
      case 'cancelRequest':
        return { ...stimulus, label: this.#of(stimulus.label) };
      case 'userAnswers':
      case 'userThrows':
      case 'cliCancels':
        return { ...stimulus, id: this.#of(stimulus.id) };
      case 'badPipe':
        return { ...stimulus, doing: this.actual(stimulus.doing) };
      case 'frame':
        return { ...stimulus, message: this.#inMessage(stimulus.message) };
      default:
        return stimulus;
    }
  }

  #fresh(name: string): string {
    const actual = `${name}@${this.#given++}`;
    this.#latest.set(name, actual);
    return actual;
  }

  #of(name: string): string {
    return this.#latest.get(name) ?? name;
  }

  #inMessage<M extends { type: string; [field: string]: unknown }>(message: M): M {
    const { command_uuid: command, user_message_uuids: uuids } = message;
    return {
      ...message,
      ...(typeof command === 'string' && { command_uuid: this.#of(command) }),
      ...(Array.isArray(uuids) && { user_message_uuids: uuids.map((uuid) => this.#of(uuid)) }),
    };
  }
}
