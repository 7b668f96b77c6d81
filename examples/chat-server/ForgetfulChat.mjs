import { Chat } from './Chat.mjs';

/** The same, by somebody who thought of the good days only. */
export class ForgetfulChat extends Chat {
  /** Keeps a question that nobody waits for any more. */
  ask(tool, input) {
    return super.ask(tool, input, { signal: new AbortController().signal });
  }

  /** Waits for a result; where none comes, whoever asked waits for ever. */
  async say(text) {
    const session = await this.session;
    return new Promise((resolve) => {
      session.on('message', (message) => {
        if (message.type === 'result') resolve(message);
      });
      session.send(text);
    });
  }
}
