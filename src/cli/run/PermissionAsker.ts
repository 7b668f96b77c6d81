import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import type { PermissionResult } from '../../codec/permissions.js';
import { shownDiffLines } from '../../defaults/terminalDefaults.js';
import type { CanUseTool, PermissionContext } from '../../options/callbackTypes.js';
import type { Host } from '../host.js';
import type { LineAnswer } from '../lineEditor.js';
import { canMoveCursor, stylesFor } from '../terminal.js';
import { permissionDetails, permissionTitle, updateText } from './permissionText.js';
import { answerQuestions, isQuestions } from './userQuestions.js';

/** Whether there is somebody to ask: somebody who sees the question and can type the answer. */
export function canAsk({ stdin, stdout, stderr, env }: Host): boolean {
  // stdin comes last, because reading the property opens it.
  return canMoveCursor(stdout, env) && canMoveCursor(stderr, env) && stdin.isTTY === true;
}

export interface AskerParts {
  host: Host;
  /** The directory that relative paths are relative to. */
  cwd: string;
  /** Clears the live line for a question. Returns a function that shows it again. */
  pause(): () => void;
  /** Called if the user presses Ctrl-C at a question. */
  onInterrupt(): void;
}

type Input = Record<string, unknown>;

/** Asks the user for permission, one question at a time. */
export class PermissionAsker {
  readonly #parts: AskerParts;
  #queue: Promise<unknown> = Promise.resolve();
  #open: Promise<unknown> | undefined;

  constructor(parts: AskerParts) {
    this.#parts = parts;
  }

  /** Resolves when no question is on the screen. */
  get answered(): Promise<unknown> {
    return this.#open ?? Promise.resolve();
  }

  readonly canUseTool: CanUseTool = (tool, input, context) => {
    const answer = this.#queue.then(() => this.#ask(tool, input, context));
    this.#queue = answer.catch(() => {});
    return answer;
  };

  async #ask(tool: string, input: Input, context: PermissionContext): Promise<PermissionResult> {
    // First, show the messages that came before the question.
    await nextTurnOfLoop();
    await nextTurnOfLoop();
    if (context.signal.aborted) return denial('The question was withdrawn.');
    const resume = this.#parts.pause();
    const answer = this.#answer(tool, input, context);
    this.#open = answer.catch(() => {});
    try {
      return await answer;
    } finally {
      this.#open = undefined;
      resume();
    }
  }

  async #answer(tool: string, input: Input, context: PermissionContext): Promise<PermissionResult> {
    if (isQuestions(tool, input)) {
      const { stderr } = this.#parts.host;
      const answers = await answerQuestions(input, stderr, (prompt) => this.#read(prompt, context));
      if (!answers) return this.#unanswered(context);
      return { behavior: 'allow', updatedInput: { ...input, answers } };
    }
    const { host, cwd } = this.#parts;
    const styles = stylesFor(host.stderr, host.env);
    const print = (line: string) => host.stderr.line(`  ${line}`);
    const [title = '', ...reasons] = permissionTitle(tool, input, context);
    host.stderr.line(styles.bold(styles.yellow(`? ${title}`)));
    for (const reason of reasons) print(styles.dim(reason));
    const details = await permissionDetails(input, cwd, styles);
    // A command is always shown as a whole.
    const isCut = typeof input.command !== 'string' && details.length > shownDiffLines;
    for (const line of isCut ? details.slice(0, shownDiffLines) : details) print(line);
    if (isCut) print(styles.dim(`… ${details.length - shownDiffLines} more lines`));
    const updates = context.suppressAlwaysAllowRule ? [] : (context.suggestions ?? []);
    if (updates.length > 0) print(styles.dim(`always: ${updates.map(updateText).join('; ')}`));
    const choices = [
      '[y] once',
      ...(updates.length > 0 ? ['[a] always'] : []),
      '[n] no',
      ...(isCut ? ['[v] view all'] : []),
    ];
    for (;;) {
      const typed = await this.#read(`  Allow? ${choices.join('  ')}: `, context);
      if (typed === undefined) return this.#unanswered(context);
      const [, key = '', reason = ''] = /^(\S*)\s*(.*)$/s.exec(typed.trim()) ?? [];
      switch (key.toLowerCase()) {
        case 'y':
        case 'yes':
          return { behavior: 'allow', decisionClassification: 'user_temporary' };
        case 'a':
        case 'always':
          if (updates.length === 0) break;
          return {
            behavior: 'allow',
            updatedPermissions: updates,
            decisionClassification: 'user_permanent',
          };
        case 'n':
        case 'no':
          return denial(reason === '' ? 'The user said no.' : `The user said no: ${reason}`);
        case 'v':
          for (const line of isCut ? details : []) print(line);
      }
    }
  }

  /** Undefined if there is no answer: Ctrl-C, Ctrl-D, or the CLI has withdrawn the question. */
  async #read(prompt: string, { signal }: PermissionContext): Promise<string | undefined> {
    const { host, onInterrupt } = this.#parts;
    const answer: LineAnswer = await host.readLine({ prompt, signal, discardTyped: true });
    if (answer.kind === 'line') return answer.text;
    if (answer.kind === 'aborted') host.stderr.line('  (no longer asked)');
    if (answer.kind === 'interrupt') {
      onInterrupt();
      // The interrupt withdraws the question. An answer before that would let Claude go on.
      await aborted(signal);
    }
    return undefined;
  }

  #unanswered({ signal }: PermissionContext): PermissionResult {
    return denial(signal.aborted ? 'The question was withdrawn.' : 'The user gave no answer.');
  }
}

function denial(message: string): PermissionResult {
  return { behavior: 'deny', message, decisionClassification: 'user_reject' };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
