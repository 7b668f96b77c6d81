import {
  contentText,
  type JsonFields,
  listOf,
  numberIn,
  objectOf,
  shownText,
  textIn,
} from './json.js';
import type { SpanFold } from './SpanFold.js';
import type { Story, StoryTurn, TurnTokens } from './story.js';

export interface RowMoment {
  n: number;
  at: number;
}

/** Folds messages, results and the ends of turn actors into turns. */
export class TurnFold {
  readonly #story: Story;
  readonly #spans: SpanFold;
  /** Turns without a result, the oldest first. */
  #open: StoryTurn[] = [];
  #costSoFar = 0;

  constructor(story: Story, spans: SpanFold) {
    this.#story = story;
    this.#spans = spans;
  }

  get hasOpen(): boolean {
    return this.#open.length > 0;
  }

  /** The turn that output belongs to. If none is open, the CLI has begun one by itself. */
  current(moment: RowMoment): StoryTurn {
    return this.#open[0] ?? this.#add(`cli-${moment.n}`, 'cli', moment);
  }

  /** The turn that a notice belongs to: the open one, or else the last. */
  latest(): StoryTurn | undefined {
    return this.#open[0] ?? this.#story.turns.at(-1);
  }

  /** The program sent a message. */
  message(frame: JsonFields, moment: RowMoment): void {
    const prompt = contentText(objectOf(frame.message).content);
    const turn = this.#add(textIn(frame.uuid) ?? `message-${moment.n}`, 'message', moment);
    if (prompt !== undefined) turn.prompt = prompt;
  }

  /** A one-shot query got its prompt. */
  prompt(frame: JsonFields, moment: RowMoment): void {
    const turn = this.#add(`prompt-${moment.n}`, 'message', moment);
    const prompt = shownText(frame.text);
    if (prompt !== undefined) turn.prompt = prompt;
  }

  /** A result answers the messages that it names, or else the oldest open turn. */
  result(frame: JsonFields, moment: RowMoment): StoryTurn {
    const uuids = Array.isArray(frame.user_message_uuids) ? frame.user_message_uuids : [];
    const named = this.#open.filter(({ id }) => uuids.includes(id));
    const [turn = this.current(moment), ...others] = named;
    const cost = numberIn(frame.total_cost_usd);
    if (cost !== undefined) {
      // The CLI adds up the cost of all turns.
      turn.costUsd = Math.max(0, cost - this.#costSoFar);
      this.#costSoFar = Math.max(this.#costSoFar, cost);
    }
    turn.tokens = tokensOf(objectOf(frame.usage));
    const isAborted = textIn(frame.terminal_reason)?.startsWith('aborted') ?? false;
    const state = isAborted ? 'interrupted' : frame.is_error === true ? 'failed' : 'done';
    if (state === 'failed') turn.error = resultError(frame);
    this.#end(turn, state, moment);
    for (const other of others) {
      other.answeredWith = turn.number;
      this.#end(other, state, moment);
    }
    return turn;
  }

  /** A turn actor has reached a final state. It may do so without a result of its own. */
  actorEnded(uuid: string, finalState: string, moment: RowMoment): void {
    const turn = this.#story.turns.findLast(({ id }) => id === uuid);
    if (!turn || (turn.state !== 'open' && turn.state !== 'lost')) return;
    const state = states[finalState] ?? 'lost';
    const answer = this.#story.turns.findLast(({ tokens }) => tokens !== undefined);
    if (answer && (state === 'done' || state === 'interrupted')) turn.answeredWith = answer.number;
    this.#end(turn, state, moment);
  }

  /** The CLI is gone, so what is open stays without a result. */
  lose(moment: RowMoment): void {
    for (const turn of [...this.#open]) this.#end(turn, 'lost', moment);
  }

  #add(id: string, trigger: StoryTurn['trigger'], { n, at }: RowMoment): StoryTurn {
    const number = this.#story.turns.length + 1;
    const turn: StoryTurn = {
      ...{ id, number, n, startedAt: at, state: 'open', trigger, blocks: [], revision: 0 },
    };
    this.#story.turns.push(turn);
    this.#open.push(turn);
    this.#spans.start(`turn ${id}`, 'turn', `turn ${number}`, { n, at });
    return turn;
  }

  #end(turn: StoryTurn, state: StoryTurn['state'], moment: RowMoment): void {
    turn.state = state;
    turn.endedAt = moment.at;
    turn.revision += 1;
    this.#open = this.#open.filter((one) => one !== turn);
    const outcome = state === 'done' ? 'ok' : state === 'failed' ? 'failed' : 'cancelled';
    this.#spans.end(`turn ${turn.id}`, outcome, moment);
  }
}

/** What the final states of a turn actor mean here. */
const states: Readonly<Record<string, StoryTurn['state']>> = {
  ...{ completed: 'done', interrupted: 'interrupted', discarded: 'discarded', lost: 'lost' },
};

function tokensOf(usage: JsonFields): TurnTokens {
  return {
    input: numberIn(usage.input_tokens) ?? 0,
    output: numberIn(usage.output_tokens) ?? 0,
    cacheRead: numberIn(usage.cache_read_input_tokens) ?? 0,
    cacheWrite: numberIn(usage.cache_creation_input_tokens) ?? 0,
  };
}

function resultError(frame: JsonFields): NonNullable<StoryTurn['error']> {
  const { subtype, terminal_reason: reason, errors, result } = frame;
  const hasSubtype = typeof subtype === 'string' && subtype !== 'success';
  const listed = Array.isArray(errors) ? errors.flatMap((one) => shownText(one) ?? []) : [];
  const message = shownText(result) ?? (listed.length > 0 ? listed.join('\n') : undefined);
  return {
    code: (hasSubtype ? subtype : textIn(reason)) ?? 'error',
    ...(message !== undefined && { message }),
  };
}

/** The ids of the tool calls that a result says were denied. */
export function deniedTools(frame: JsonFields): string[] {
  return listOf(frame.permission_denials).flatMap(({ tool_use_id: id }) => textIn(id) ?? []);
}
