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
import { isAborted, turnErrorOf } from './turnError.js';

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
  /** The messages that the CLI has begun to work on. Undefined until it reports that, which old CLIs never do. */
  #started: Set<string> | undefined;
  #messageCount: number;
  #costSoFar = 0;

  /** `messageCount`: how many messages the session had sent before. */
  constructor(story: Story, spans: SpanFold, messageCount: number) {
    this.#story = story;
    this.#spans = spans;
    this.#messageCount = messageCount;
  }

  get hasOpen(): boolean {
    return this.#open.length > 0;
  }

  /** The turn that output belongs to. If the CLI works on none of them, it has begun one by itself. */
  current(moment: RowMoment): StoryTurn {
    const turn = this.#open.find(({ id, trigger }) => trigger === 'cli' || this.#isBegun(id));
    return turn ?? this.#add(`cli-${moment.n}`, 'cli', moment);
  }

  /** The turn that a notice belongs to: the open one, or else the last. */
  latest(): StoryTurn | undefined {
    return this.#open[0] ?? this.#story.turns.at(-1);
  }

  /** The CLI says how far it is with a message. */
  lifecycle(frame: JsonFields): void {
    const uuid = textIn(frame.command_uuid);
    if (uuid === undefined) return;
    this.#started ??= new Set();
    if (frame.state === 'started') this.#started.add(uuid);
  }

  #isBegun(id: string): boolean {
    return this.#started === undefined || this.#started.has(id);
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

  /** A result answers the messages that it names, or else what the CLI is working on. */
  result(frame: JsonFields, moment: RowMoment): StoryTurn {
    const uuids = Array.isArray(frame.user_message_uuids) ? frame.user_message_uuids : [];
    const named = this.#open.filter(({ id }) => uuids.includes(id));
    const { kind: origin = 'human' } = objectOf(frame.origin);
    const [turn = origin === 'human' ? this.current(moment) : this.#ownTurn(moment), ...others] =
      named;
    // A turn that the CLI began by itself may have picked up a message on the way.
    others.push(...this.#open.filter((one) => one.trigger === 'cli' && one !== turn));
    const cost = numberIn(frame.total_cost_usd);
    if (cost !== undefined) {
      // The CLI adds up the cost of all turns.
      turn.costUsd = Math.max(0, cost - this.#costSoFar);
      this.#costSoFar = Math.max(this.#costSoFar, cost);
    }
    turn.tokens = tokensOf(objectOf(frame.usage));
    const error = turnErrorOf(frame);
    const state = isAborted(frame) ? 'interrupted' : error ? 'failed' : 'done';
    if (error) turn.error = error;
    this.#end(turn, state, moment);
    for (const other of others) {
      other.answeredWith = turn.name;
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
    if (answer && (state === 'done' || state === 'interrupted')) turn.answeredWith = answer.name;
    this.#end(turn, state, moment);
  }

  /** The CLI is gone, so what is open stays without a result. */
  lose(moment: RowMoment): void {
    for (const turn of [...this.#open]) this.#end(turn, 'lost', moment);
  }

  /** The turn that the CLI began by itself. With an old CLI, only its result shows that it was one. */
  #ownTurn(moment: RowMoment): StoryTurn {
    const turn = this.current(moment);
    if (turn.trigger === 'cli') return turn;
    const [first] = turn.blocks;
    const at = first && ('startedAt' in first ? first.startedAt : first.at);
    const begun = first && at !== undefined ? { n: first.n, at } : moment;
    const own = this.#add(`cli-${begun.n}`, 'cli', begun);
    own.blocks = turn.blocks;
    turn.blocks = [];
    turn.revision += 1;
    return own;
  }

  #add(id: string, trigger: StoryTurn['trigger'], { n, at }: RowMoment): StoryTurn {
    if (trigger === 'message') this.#messageCount += 1;
    const name = trigger === 'message' ? `turn ${this.#messageCount}` : 'unprompted turn';
    const turn: StoryTurn = {
      ...{ id, name, n, startedAt: at, state: 'open', trigger, blocks: [], revision: 0 },
    };
    this.#story.turns.push(turn);
    this.#open.push(turn);
    this.#spans.start(`turn ${id}`, 'turn', name, { n, at });
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

/** The ids of the tool calls that a result says were denied. */
export function deniedTools(frame: JsonFields): string[] {
  return listOf(frame.permission_denials).flatMap(({ tool_use_id: id }) => textIn(id) ?? []);
}
