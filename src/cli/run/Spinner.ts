import type { Output } from '../Output.js';
import { eraseLine, type Styles } from '../terminal.js';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Shows on its own line that the CLI is working. */
export class Spinner {
  readonly #output: Output;
  readonly #styles: Styles;
  #label = '';
  #since = 0;
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output, styles: Styles) {
    this.#output = output;
    this.#styles = styles;
  }

  show(label: string): void {
    if (this.#timer && label === this.#label) return;
    if (label !== this.#label) this.#since = performance.now();
    this.#label = label;
    if (!this.#timer) {
      this.#timer = setInterval(() => this.#draw(), 80);
      // The spinner alone must not keep the program alive.
      this.#timer.unref();
    }
    this.#draw();
  }

  hide(): void {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#output.write(eraseLine);
  }

  #draw(): void {
    const frame = frames[this.#frame % frames.length];
    this.#frame += 1;
    const seconds = Math.floor((performance.now() - this.#since) / 1000);
    const time = seconds > 0 ? ` ${seconds} s` : '';
    this.#output.write(`${eraseLine}${this.#styles.dim(`${frame} ${this.#label}${time}`)}`);
  }
}
