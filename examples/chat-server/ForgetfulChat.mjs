import { Chat } from './Chat.mjs';

/** The same chat with two bugs, by somebody who only thought of the happy path. */
export class ForgetfulChat extends Chat {
  /** Bug: keeps a question after it has become obsolete. */
  ask(tool, input) {
    return super.ask(tool, input, { signal: new AbortController().signal });
  }

  /** Bug: if there is no result, the caller waits forever. */
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
