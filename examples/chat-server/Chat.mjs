import { startSession } from 'claude-actors';

/** One conversation, and the approvals that its tools are waiting for. */
export class Chat {
  session;
  /** The pending approvals, by number. */
  approvals = new Map();
  #leave = new AbortController();
  #asked = 0;

  constructor(options) {
    this.session = startSession({
      options: {
        ...options,
        abortController: this.#leave,
        canUseTool: (tool, input, context) => this.ask(tool, input, context),
      },
    });
    // If the start fails, `say` reports why.
    this.session.catch(() => {});
  }

  /** Asks the user whether a tool may run. */
  ask(tool, input, { signal }) {
    return new Promise((resolve) => {
      const id = String(++this.#asked);
      // The question is obsolete: the CLI cancelled it, or the session is over.
      signal.addEventListener('abort', () => this.approvals.delete(id));
      this.approvals.set(id, { id, tool, input, resolve });
    });
  }

  decide(id, allow) {
    const approval = this.approvals.get(id);
    if (!approval) return false;
    this.approvals.delete(id);
    const denied = { behavior: 'deny', message: 'The user does not want this.' };
    approval.resolve(allow ? { behavior: 'allow', updatedInput: approval.input } : denied);
    return true;
  }

  /** Resolves with the result of the turn. Rejects if there will be none. */
  async say(text) {
    const session = await this.session;
    return session.send(text).result;
  }

  async interrupt() {
    await (await this.session).interrupt();
  }

  async end() {
    await (await this.session).end();
  }

  async stop() {
    this.#leave.abort();
    const session = await this.session.catch(() => undefined);
    await session?.stop();
  }
}
