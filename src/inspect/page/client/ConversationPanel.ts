import type { Story, StoryBlock, StoryTurn } from '../model/story/story.js';
import {
  blocksWithin,
  noticesWithin,
  type TimeSpan,
  turnsWithin,
} from '../model/story/storyRange.js';
import { type BlockContext, drawBlock, elapsed, signatureOf } from './conversationBlocks.js';
import { byId, html, setText } from './dom.js';
import { formatCost, formatDuration, formatTokens } from './format.js';
import type { Store } from './Store.js';

interface DrawnTurn {
  revision: string;
  element: HTMLElement;
  blocks: HTMLElement;
}

/** How near to the end one must be to follow new blocks. */
const endDistance = 40;

/** The conversation: turns with prompts, texts, tools, who decided about them, and problems. */
export class ConversationPanel {
  readonly #store: Store;
  readonly #problems = html('div', { class: 'problems' });
  readonly #scroller = html('div', {
    class: 'conversation',
    tabindex: 0,
    role: 'feed',
    'aria-label': 'Conversation',
  });
  readonly #turns = new Map<string, DrawnTurn>();
  readonly #blocks = new WeakMap<StoryBlock, { signature: string; element: HTMLElement }>();
  readonly #open = new Map<string, boolean>();
  #owner: Story | undefined;
  #followsEnd = true;
  /** Where it was scrolled to when it last moved. */
  #scrollTop = 0;
  #drawnProblems = '';
  #fadedAfter: number | undefined;
  #marked: Marked[] | undefined;

  constructor(store: Store) {
    this.#store = store;
    byId('panel-conversation').append(this.#problems, this.#scroller);
    this.#scroller.addEventListener('scroll', () => {
      const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
      const isAtEnd = scrollTop + clientHeight >= scrollHeight - endDistance;
      // What comes into view may be higher than was thought. Then the end is further down.
      const hasMovedUp = scrollTop < this.#scrollTop;
      this.#scrollTop = scrollTop;
      this.#followsEnd = isAtEnd || (this.#followsEnd && !hasMovedUp);
      if (!isAtEnd) this.#followEnd();
    });
  }

  show(): void {
    const story = this.#store.story();
    if (story !== this.#owner) this.#reset(story);
    const isHidden = this.#store.system()?.source.content === 'hidden';
    const context = this.#context(isHidden);
    const { range } = this.#store;
    const elements = turnsWithin(story.turns, range).map((turn) =>
      this.#turn(turn, range, context),
    );
    const before = noticesWithin(story.before, range).map((notice) => this.#block(notice, context));
    const children =
      elements.length + before.length > 0
        ? [...before, ...elements]
        : [range ? nothingThen : empty];
    if (sync(this.#scroller, children)) this.#forgetMarks();
    this.#showProblems(story, range);
    this.#showElapsed();
    this.#fade();
    this.#followEnd();
  }

  #followEnd(): void {
    if (!this.#followsEnd || this.#store.cursor !== undefined) return;
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #reset(story: Story): void {
    this.#owner = story;
    this.#turns.clear();
    this.#open.clear();
    this.#followsEnd = true;
    this.#forgetMarks();
  }

  #context(isHidden: boolean): BlockContext {
    return {
      isHidden,
      isOpen: (id) => this.#open.get(id),
      setOpen: (id, open) => void this.#open.set(id, open),
      select: (n) => this.#store.set({ detail: n }),
      goTo: (n) => this.#store.set({ cursor: n }),
    };
  }

  #turn(turn: StoryTurn, range: TimeSpan | undefined, context: BlockContext): HTMLElement {
    const shown = blocksWithin(turn.blocks, range);
    const left = turn.blocks.length - shown.length;
    const state = [turn.revision, turn.blocks.length, turn.state];
    const revision = [...state, range?.from, range?.to].join(' ');
    const known = this.#turns.get(turn.id);
    if (known?.revision === revision) return known.element;
    const blocks = known?.blocks ?? html('div', { class: 'blocks' });
    sync(
      blocks,
      shown.map((block) => this.#block(block, context)),
    );
    const parts = [
      turnHead(turn),
      turnPrompt(turn),
      blocks,
      leftOut(left),
      turnError(turn, context),
    ];
    const element = known?.element ?? html('article', { class: 'turn', 'data-n': turn.n });
    element.className = `turn ${turn.state}`;
    element.setAttribute('aria-label', titleOf(turn));
    sync(
      element,
      parts.filter((part) => part !== undefined),
    );
    this.#turns.set(turn.id, { revision, element, blocks });
    this.#forgetMarks();
    return element;
  }

  /** Blocks that have not changed keep their element, and with it focus and selection. */
  #block(block: StoryBlock, context: BlockContext): HTMLElement {
    const signature = signatureOf(block);
    const known = this.#blocks.get(block);
    if (known?.signature === signature) return known.element;
    const element = drawBlock(block, context);
    this.#blocks.set(block, { signature, element });
    return element;
  }

  /** Errors come first, wherever they happened. A click leads there. */
  #showProblems({ problems }: Story, range: TimeSpan | undefined): void {
    const errors = noticesWithin(problems, range).filter(({ level }) => level === 'error');
    const key = errors.map(({ n }) => n).join();
    if (key === this.#drawnProblems) return;
    this.#drawnProblems = key;
    this.#problems.replaceChildren(
      ...errors
        .slice(-maxProblems)
        .map(({ n, code, message }) =>
          html(
            'button',
            { type: 'button', class: 'problem', on: { click: () => this.#scrollTo(n) } },
            html('strong', { text: code }),
            html('span', { text: message ?? 'Its message is hidden.' }),
          ),
        ),
    );
  }

  #scrollTo(n: number): void {
    this.#followsEnd = false;
    this.#scroller.querySelector(`[data-n="${n}"]`)?.scrollIntoView({ block: 'center' });
  }

  #showElapsed(): void {
    for (const target of this.#scroller.querySelectorAll<HTMLElement>('[data-since]')) {
      setText(target, formatDuration(this.#store.now() - Number(target.dataset.since)));
    }
  }

  /** Fades what lies after the cursor, and moves to what is there at the cursor. */
  #fade(): void {
    const { cursor } = this.#store;
    const limit = cursor ?? Number.POSITIVE_INFINITY;
    if (limit === this.#fadedAfter) return;
    this.#fadedAfter = limit;
    this.#marked ??= [...this.#scroller.querySelectorAll<HTMLElement>('[data-n]')].map(
      (element) => ({ element, n: Number(element.dataset.n), isLater: undefined }),
    );
    let last: Element | undefined;
    for (const marked of this.#marked) {
      const isLater = marked.n > limit;
      // Touching an element costs more than all the rest, and a step changes only a few.
      if (isLater !== marked.isLater) marked.element.classList.toggle('later', isLater);
      marked.isLater = isLater;
      if (!isLater) last = marked.element;
    }
    if (cursor !== undefined) last?.scrollIntoView({ block: 'nearest' });
  }

  #forgetMarks(): void {
    this.#marked = undefined;
    this.#fadedAfter = undefined;
  }
}

/** An element with the row that it began with, and whether it is faded; undefined if not known. */
interface Marked {
  element: HTMLElement;
  n: number;
  isLater: boolean | undefined;
}

const maxProblems = 3;

const empty = html('p', { class: 'empty', text: 'No messages yet.' });
const nothingThen = html('p', { class: 'empty', text: 'Nothing happened in the selected time.' });

/** Says that a turn has more than what lies in the selected time. */
function leftOut(count: number): HTMLElement | undefined {
  if (count === 0) return undefined;
  const text = `${count} more outside the selected time`;
  return html('p', { class: 'left-out quiet', text });
}

/** Makes these the children of an element, and moves only what has changed. False if nothing has. */
function sync(parent: HTMLElement, children: readonly HTMLElement[]): boolean {
  let isChanged = parent.children.length > children.length;
  for (const [index, child] of children.entries()) {
    const there = parent.children[index];
    if (there === child) continue;
    isChanged = true;
    if (there) there.replaceWith(child);
    else parent.append(child);
  }
  while (parent.children.length > children.length) parent.lastElementChild?.remove();
  return isChanged;
}

const stateLabels: Readonly<Record<StoryTurn['state'], string>> = {
  ...{ open: 'running', done: '', failed: 'failed', interrupted: 'interrupted' },
  ...{ discarded: 'taken back', lost: 'no result' },
};

function titleOf({ name }: StoryTurn): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function turnHead(turn: StoryTurn): HTMLElement {
  const { state, startedAt, endedAt, tokens, costUsd, answeredWith } = turn;
  const label = answeredWith === undefined ? stateLabels[state] : `answered in ${answeredWith}`;
  return html(
    'header',
    { class: 'turn-head' },
    html('h3', { text: titleOf(turn) }),
    label !== '' && html('span', { class: `verdict ${state}`, text: label }),
    html('span', { class: 'fill' }),
    tokens && html('span', { class: 'quiet', ...formatTokens(tokens) }),
    costUsd !== undefined && html('span', { class: 'quiet', text: formatCost(costUsd) }),
    elapsed(startedAt, endedAt),
  );
}

function turnPrompt({ prompt, trigger, n }: StoryTurn): HTMLElement {
  if (trigger === 'cli') {
    return html('p', { class: 'prompt hidden-text', text: 'Claude Code went on by itself' });
  }
  const isHidden = prompt === undefined;
  return html('p', {
    class: isHidden ? 'prompt hidden-text' : 'prompt',
    'data-n': n,
    text: prompt ?? 'prompt hidden',
  });
}

function turnError({ error, n, endedAt: at = 0 }: StoryTurn, context: BlockContext) {
  if (!error) return undefined;
  return drawBlock({ kind: 'notice', level: 'error', ...error, n, at }, context);
}
