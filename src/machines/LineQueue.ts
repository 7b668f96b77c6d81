/**
 * A queue that never changes: each change gives a new one. Those that grew out of one another share
 * an array, so that a line costs the same however many wait. As JSON it is `{}`: inspectors are
 * shown the context that holds it.
 */
export class LineQueue<Line> implements Iterable<Line> {
  readonly #lines: Line[];
  readonly #start: number;
  readonly #end: number;

  constructor(lines: Line[] = [], start = 0, end = lines.length) {
    this.#lines = lines;
    this.#start = start;
    this.#end = end;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  get first(): Line | undefined {
    return this.length > 0 ? this.#lines[this.#start] : undefined;
  }

  [Symbol.iterator](): Iterator<Line> {
    return this.#all().values();
  }

  with(line: Line): LineQueue<Line> {
    // Another queue has grown out of this one already: the place is taken.
    if (this.#end < this.#lines.length) return new LineQueue([...this.#all(), line]);
    this.#lines.push(line);
    return new LineQueue(this.#lines, this.#start);
  }

  withoutFirst(count = 1): LineQueue<Line> {
    const start = Math.min(this.#start + count, this.#end);
    // Now and then, so that what has been taken is let go.
    if (start >= 32 && start * 2 >= this.#end) return new LineQueue(this.#all().slice(count));
    return new LineQueue(this.#lines, start, this.#end);
  }

  filter(keep: (line: Line, index: number) => boolean): LineQueue<Line> {
    return new LineQueue(this.#all().filter(keep));
  }

  #all(): Line[] {
    return this.#lines.slice(this.#start, this.#end);
  }
}
