import type { Host } from '../host.js';
import { type Styles, stylesFor } from '../terminal.js';

type Source = 'you' | 'claude' | 'state' | 'hook' | 'permission' | 'mcp' | 'result';

/** Prints the demo: one line per event, with the time and where the event comes from. */
export class DemoOutput {
  readonly styles: Styles;
  readonly #stdout: Host['stdout'];
  readonly #startedAt = performance.now();
  #isMidLine = false;

  constructor({ stdout, env }: Host) {
    this.styles = stylesFor(stdout, env);
    this.#stdout = stdout;
  }

  line(text: string): void {
    this.#endLine();
    this.#stdout.line(text);
  }

  event(source: Source, text: string): void {
    this.line(`${this.#label(source)}${text}`);
  }

  /** Prints the next tokens of Claude's answer on the current line. */
  tokens(text: string): void {
    if (!this.#isMidLine) this.#stdout.write(this.#label('claude'));
    this.#isMidLine = true;
    this.#stdout.write(text);
  }

  #label(source: Source): string {
    const { dim, magenta, red, yellow, cyan, green } = this.styles;
    const colours: Partial<Record<Source, (text: string) => string>> = {
      state: magenta,
      hook: red,
      permission: yellow,
      mcp: cyan,
      result: green,
    };
    const colour = colours[source] ?? ((text: string) => text);
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(2).padStart(6);
    return `${dim(`${seconds} s`)}  ${colour(source.padEnd(11))}`;
  }

  #endLine(): void {
    if (this.#isMidLine) this.#stdout.write('\n');
    this.#isMidLine = false;
  }
}
