import { liveLineMs } from '../../defaults/terminalDefaults.js';
import type { Output } from '../Output.js';
import { eraseLine, oneLine, type Styles } from '../terminal.js';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** The live line: that the CLI is working, on what, for how long, and what it has used. */
export class Spinner {
  readonly #output: Output;
  readonly #styles: Styles;
  readonly #details: () => string;
  #label = '';
  #since = 0;
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output, styles: Styles, details: () => string = () => '') {
    this.#output = output;
    this.#styles = styles;
    this.#details = details;
  }

  show(label: string): void {
    if (this.#timer && label === this.#label) return;
    if (label !== this.#label) this.#since = performance.now();
    this.#label = label;
    if (!this.#timer) {
      this.#timer = setInterval(() => this.#draw(), liveLineMs);
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
    const parts = [this.#label, ...(seconds > 0 ? [`${seconds} s`] : []), this.#details()];
    // A line that wraps could not be erased.
    const line = oneLine(`${frame} ${parts.filter(Boolean).join(' · ')}`, this.#output.columns - 1);
    this.#output.write(`${eraseLine}${this.#styles.dim(line)}`);
  }
}
