import process from 'node:process';
import type { Message } from '../../codec/messages.js';
import type { ResultMessage } from '../../codec/results.js';
import type { ClaudeActorsError } from '../../errors.js';
import type { Options } from '../../options/types.js';
import type { Session } from '../../Session.js';
import { redact } from '../../secrets/redact.js';
import { createSession } from '../../startSession.js';
import { exitCodes } from '../exitCodes.js';
import { programName } from '../help.js';
import type { Host } from '../host.js';
import { type CtrlC, onCtrlC } from '../run/ctrlC.js';
import { PermissionAsker } from '../run/PermissionAsker.js';
import { RunMeter } from '../run/RunMeter.js';
import { type RunView, tolerantView } from '../run/runView.js';
import { terminalView } from '../run/terminalView.js';
import { type Styles, stylesFor } from '../terminal.js';

/** A conversation in the terminal: many turns in one session. */
export class Chat {
  readonly #host: Host;
  readonly #styles: Styles;
  readonly #session: Session;
  readonly #asker: PermissionAsker;
  readonly #meter: RunMeter;
  /** Messages that answer no prompt, such as those after a background agent has finished. */
  readonly #unprompted: Message[] = [];
  readonly #history: string[] = [];
  #failure: ClaudeActorsError | undefined;
  #view: RunView | undefined;
  #ctrlC: CtrlC | undefined;
  #isInTurn = false;
  #hasTurns = false;
  /** Aborts the prompt if there is something to show. */
  #atPrompt: AbortController | undefined;
  /** Whether Ctrl-C was pressed when no turn was open, and before the prompt reads keys. */
  #wasInterrupted = false;
  #stopListening = () => {};

  constructor(options: Options, verbose: boolean, host: Host) {
    this.#host = host;
    this.#styles = stylesFor(host.stderr, host.env);
    this.#asker = new PermissionAsker({
      host,
      cwd: options.cwd ?? process.cwd(),
      pause: () => this.#pauseForQuestion(),
      onInterrupt: () => this.#ctrlC?.press(),
    });
    this.#session = createSession({
      options: {
        ...(verbose && { stderr: (text: string) => this.#noteStderr(text) }),
        ...options,
        canUseTool: this.#asker.canUseTool,
      },
    });
    this.#meter = new RunMeter(() => this.#session.request('get_session_cost'));
    this.#session.on('message', (message) => this.#onMessage(message));
    this.#session.on('failed', ({ error }) => {
      this.#failure = error;
      this.#atPrompt?.abort();
    });
    this.#session.on('completed', () => this.#atPrompt?.abort());
    if (verbose) {
      this.#session.on('stateChanged', ({ state }) => this.#note(`state: ${state}`));
      this.#session.on('warning', ({ code, message }) =>
        this.#note(`warning: ${code}: ${message}`),
      );
    }
  }

  /** Resolves with the exit code. */
  async run(firstPrompt: string | undefined): Promise<number> {
    try {
      if (!(await this.#start())) return exitCodes.interrupted;
      let text = firstPrompt ?? (await this.#nextLine());
      while (typeof text === 'string') {
        if (!(await this.#turn(text))) return exitCodes.interrupted;
        text = await this.#nextLine();
      }
      if (this.#failure) throw this.#failure;
      return text.kind === 'interrupt' ? exitCodes.interrupted : exitCodes.ok;
    } finally {
      this.#stopListening();
      // At most background work is still running, and the user chose to leave it.
      await this.#session.stop();
      this.#printResumeHint();
    }
  }

  /** Returns false if Ctrl-C has ended the chat. */
  async #start(): Promise<boolean> {
    const view = this.#openView('Starting');
    const interrupts = onCtrlC(this.#host, [() => void this.#session.stop()]);
    try {
      await this.#session.ready;
      return true;
    } catch (error) {
      if (interrupts.pressed) return false;
      throw error;
    } finally {
      interrupts.stop();
      this.#closeView(view);
    }
  }

  /** Sends a message and shows the answer. Returns false if Ctrl-C has ended the chat. */
  async #turn(text: string): Promise<boolean> {
    this.#isInTurn = true;
    this.#hasTurns = true;
    const view = this.#openView('Thinking');
    const turn = this.#session.send(text);
    let isStopped = false;
    this.#catchCtrlC();
    const interrupts = onCtrlC(this.#host, [
      () => {
        view.note('Interrupting. Press Ctrl-C again to end the chat.');
        // If the CLI cannot be interrupted, the second Ctrl-C still ends it.
        turn.interrupt().catch(() => {});
      },
      () => {
        isStopped = true;
        this.#stopListening();
        void this.#session.stop();
      },
    ]);
    this.#ctrlC = interrupts;
    let result: ResultMessage | undefined;
    try {
      for await (const envelope of turn.envelopes()) {
        await this.#asker.answered;
        if (envelope.message.type === 'result') result = envelope.message;
        view.message({ kind: 'message', message: envelope.message, envelope });
        await this.#host.stdout.drained();
      }
    } catch (error) {
      // A message that is cancelled before the CLI has started it has no result.
      if (!interrupts.pressed) throw error;
    } finally {
      interrupts.stop();
      view.finish({ result, interrupted: interrupts.pressed });
      this.#closeView(view);
      this.#isInTurn = false;
    }
    return !isStopped;
  }

  /**
   * A turn may end while the user presses Ctrl-C to interrupt it. That must not end the program, as
   * it would without a listener.
   */
  #catchCtrlC(): void {
    this.#stopListening();
    this.#stopListening = this.#host.onInterrupt(() => {
      if (this.#isInTurn) return;
      this.#wasInterrupted = true;
      this.#atPrompt?.abort();
    });
  }

  /** The next message, or how the user has ended the chat. */
  async #nextLine(): Promise<string | { kind: 'end' | 'interrupt' }> {
    let text = '';
    let isWarned = false;
    for (;;) {
      await this.#asker.answered;
      this.#showUnprompted();
      if (this.#hasEnded) return { kind: 'end' };
      this.#atPrompt = new AbortController();
      const { signal } = this.#atPrompt;
      if (this.#wasInterrupted) this.#atPrompt.abort();
      const answer = await this.#host.readLine({
        prompt: '> ',
        text,
        history: this.#history,
        signal,
      });
      this.#atPrompt = undefined;
      const isInterrupted = answer.kind === 'interrupt' || this.#wasInterrupted;
      this.#wasInterrupted = false;
      text = answer.kind === 'aborted' && !isInterrupted ? answer.text : '';
      if (answer.kind === 'end') return { kind: 'end' };
      if (answer.kind === 'line' && answer.text.trim() !== '') {
        this.#showUnprompted();
        return answer.text;
      }
      if (!isInterrupted) continue;
      // As in a shell, Ctrl-C first clears the line.
      if (isWarned && answer.text === '') return { kind: 'interrupt' };
      isWarned = true;
      this.#note(this.#styles.dim('Press Ctrl-C again, or Ctrl-D, to end the chat.'));
    }
  }

  get #hasEnded(): boolean {
    return this.#session.state === 'stopped' || this.#session.state === 'failed';
  }

  #onMessage(message: Message): void {
    if (this.#isInTurn) return;
    this.#unprompted.push(message);
    if (message.type === 'result') this.#atPrompt?.abort();
  }

  #showUnprompted(): void {
    if (!this.#unprompted.some(({ type }) => type === 'result')) return;
    const view = this.#openView('Thinking');
    let result: ResultMessage | undefined;
    for (const message of this.#unprompted.splice(0)) {
      if (message.type === 'result') result = message;
      view.message({ message });
    }
    view.finish({ result, interrupted: false });
    this.#closeView(view);
  }

  /** Ends the prompt for a question: what is typed at it must not also end up there. */
  #pauseForQuestion(): () => void {
    this.#atPrompt?.abort();
    return this.#view?.pause() ?? (() => {});
  }

  #openView(label: string): RunView {
    const settings = { meter: this.#meter, asks: true, label };
    this.#view = tolerantView(terminalView(this.#host, settings));
    return this.#view;
  }

  #closeView(view: RunView): void {
    // Hides the live line.
    view.pause();
    this.#view = undefined;
  }

  #note(line: string): void {
    if (this.#view) this.#view.note(line);
    else this.#host.stderr.line(line);
  }

  #noteStderr(text: string): void {
    // A long line comes in pieces.
    this.#note(`stderr: ${redact(text.trimEnd(), { cutStart: true, cutEnd: true })}`);
  }

  #printResumeHint(): void {
    const { sessionId } = this.#session;
    if (sessionId === undefined || !this.#hasTurns) return;
    this.#note(this.#styles.dim(`Continue with: ${programName} chat --resume ${sessionId}`));
  }
}
