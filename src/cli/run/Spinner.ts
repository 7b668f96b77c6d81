import { liveLineMs, shortestLabel } from '../../defaults/terminalDefaults.js';
import type { Output } from '../Output.js';
import { displayWidth, eraseLine, eraseLineAbove, oneLine, type Styles } from '../terminal.js';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** The live line: that the CLI is working, on what, for how long, and what it has used. */
export class Spinner {
  readonly #output: Output;
  readonly #styles: Styles;
  readonly #details: () => string;
  #label = '';
  #since = 0;
  #frame = 0;
  /** The columns that the line on the screen takes. */
  #width = 0;
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
    this.#output.write(this.#erased());
    this.#width = 0;
  }

  /** If the terminal has become narrower, the line takes several now. */
  #erased(): string {
    const lines = Math.ceil(this.#width / this.#output.columns);
    return eraseLine + eraseLineAbove.repeat(Math.max(0, lines - 1));
  }

  #draw(): void {
    const frame = frames[this.#frame % frames.length];
    this.#frame += 1;
    const seconds = Math.floor((performance.now() - this.#since) / 1000);
    const details = [seconds > 0 && `${seconds} s`, this.#details()].filter(Boolean);
    // A line that wraps would scroll the screen. The name of a tool is cut before the numbers are.
    const width = this.#output.columns - 1;
    const tail = details.map((one) => ` · ${one}`).join('');
    const label = oneLine(this.#label, Math.max(shortestLabel, width - 2 - displayWidth(tail)));
    const line = oneLine(`${frame} ${label}${tail}`, width);
    this.#output.write(`${this.#erased()}${this.#styles.dim(line)}`);
    this.#width = displayWidth(line);
  }
}
