import type { Lane, Outcome, Story, StorySpan } from './story.js';
import type { RowMoment } from './TurnFold.js';

/** A pause in the traffic of an open turn counts as silence if it is at least this long. */
const silenceMs = 2_000;

/** Keeps the spans of a story. A span is found by its id while it is open. */
export class SpanFold {
  readonly #story: Story;
  readonly #open = new Map<string, StorySpan>();

  constructor(story: Story) {
    this.#story = story;
  }

  start(id: string, lane: Lane, name: string, { n, at }: RowMoment): void {
    const span: StorySpan = { id, lane, name, n, startedAt: at };
    this.#open.set(id, span);
    this.#story.spans.push(span);
  }

  end(id: string, outcome: Outcome, { n, at }: RowMoment): StorySpan | undefined {
    const span = this.#open.get(id);
    if (!span) return undefined;
    this.#open.delete(id);
    Object.assign(span, { endN: n, endedAt: at, outcome });
    return span;
  }

  /** Ends everything that is still open: the CLI is gone. */
  endAll(moment: RowMoment): void {
    for (const id of [...this.#open.keys()]) this.end(id, 'cancelled', moment);
  }

  /** Notes that something was written or read, and the silence before it. */
  activity({ n, at }: RowMoment, isTurnOpen: boolean): void {
    const { lastActivityAt: before } = this.#story;
    this.#story.lastActivityAt = at;
    if (!isTurnOpen || before === 0 || at - before < silenceMs) return;
    this.#story.spans.push({
      ...{ id: `silence ${n}`, lane: 'silence', name: 'silence', n, endN: n },
      ...{ startedAt: before, endedAt: at, outcome: 'ok' },
    });
  }
}
