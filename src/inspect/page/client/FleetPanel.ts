import {
  conversationState,
  conversationTone,
  type FleetApproval,
  type FleetConversation,
  type FleetView,
} from '../model/fleetView.js';
import { ApprovalCard } from './ApprovalCard.js';
import { byId, html, setText } from './dom.js';
import { formatCost, formatDuration, plural } from './format.js';
import type { Store } from './Store.js';

/** The conversations of a fleet, its workers, and the approvals that wait for an answer. */
export class FleetPanel {
  readonly #store: Store;
  readonly #openSession: (conversation: string) => (() => void) | undefined;
  readonly #summary = html('p', { class: 'fleet-summary', role: 'status' });
  readonly #problem = html('p', { class: 'fleet-problem', role: 'alert', hidden: '' });
  readonly #approvals = html('div', { class: 'approvals' });
  readonly #workers = html('ul', { class: 'workers', 'aria-label': 'Workers' });
  readonly #conversations = html('div');
  readonly #cards = new Map<string, ApprovalCard>();
  #drawn = '';

  /** `openSession` returns what shows a conversation's session, if the page has it. */
  constructor(store: Store, openSession: (conversation: string) => (() => void) | undefined) {
    this.#store = store;
    this.#openSession = openSession;
    byId('panel-fleet').append(
      html(
        'div',
        { class: 'fleet', tabindex: 0, role: 'region', 'aria-label': 'Fleet' },
        ...[this.#summary, this.#problem, this.#approvals, this.#workers, this.#conversations],
      ),
    );
  }

  show(): void {
    const { fleet, overview } = this.#store;
    byId('tab-fleet').hidden = !fleet;
    setText(byId('fleet-count'), fleet?.totalApprovals ? String(fleet.totalApprovals) : '');
    if (!fleet) return;
    const sessions = overview.flatMap(({ actors }) => actors.map(({ name }) => name));
    const drawn = JSON.stringify([fleet, sessions]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#draw(fleet);
    }
    for (const age of byId('panel-fleet').querySelectorAll<HTMLElement>('[data-since]')) {
      setText(age, formatDuration(Math.max(0, Date.now() - Number(age.dataset.since))));
    }
  }

  #draw(fleet: FleetView): void {
    const { totalConversations, workers, cost, problem } = fleet;
    const counts = [
      plural(totalConversations, 'conversation'),
      `${plural(workers.length, 'worker')} with work`,
      formatCost(cost),
    ];
    setText(this.#summary, counts.join(' · '));
    this.#problem.hidden = problem === undefined;
    setText(this.#problem, problem === undefined ? '' : `The fleet cannot be read: ${problem}`);
    this.#drawApprovals(fleet);
    this.#workers.replaceChildren(
      ...workers.map(({ name, conversations, working }) =>
        html(
          'li',
          {},
          html('strong', { text: name }),
          ` ${plural(conversations, 'conversation')}, ${working} working`,
        ),
      ),
    );
    this.#drawConversations(fleet);
  }

  /** Cards stay as long as their approval is open, so that a reason that is being written is kept. */
  #drawApprovals({ approvals, totalApprovals, answers }: FleetView): void {
    const open = new Set(approvals.map(({ id }) => id));
    for (const [id, card] of this.#cards) {
      if (open.has(id)) continue;
      card.element.remove();
      this.#cards.delete(id);
    }
    for (const approval of approvals) this.#addCard(approval, answers);
    const surplus = totalApprovals - approvals.length;
    this.#approvals.toggleAttribute('data-more', surplus > 0);
    this.#approvals.dataset.more = surplus > 0 ? `and ${surplus} more` : '';
  }

  #addCard(approval: FleetApproval, answers: boolean): void {
    if (this.#cards.has(approval.id)) return;
    const card = new ApprovalCard(approval, answers);
    this.#cards.set(approval.id, card);
    this.#approvals.append(card.element);
  }

  #drawConversations({ conversations, totalConversations }: FleetView): void {
    if (conversations.length === 0) {
      const text = 'The fleet has no conversations yet.';
      this.#conversations.replaceChildren(html('p', { class: 'empty', text }));
      return;
    }
    const focused = document.activeElement?.getAttribute('data-conversation');
    const head = ['conversation', 'state', 'worker', 'changed', 'messages', 'cost'];
    const surplus = totalConversations - conversations.length;
    const more = surplus > 0 ? [`and ${plural(surplus, 'conversation')} more`] : [];
    this.#conversations.replaceChildren(
      html(
        'table',
        { class: 'conversations' },
        html(
          'thead',
          {},
          html('tr', {}, ...head.map((text) => html('th', { scope: 'col', text }))),
        ),
        html('tbody', {}, ...conversations.map((one) => this.#row(one))),
      ),
      ...more,
    );
    if (focused == null) return;
    const again = `[data-conversation="${CSS.escape(focused)}"]`;
    this.#conversations.querySelector<HTMLElement>(again)?.focus();
  }

  #row(conversation: FleetConversation): HTMLElement {
    const { id, tenant, worker, messages, at, cost, isEstimated } = conversation;
    const open = this.#openSession(id);
    const name = open
      ? html('button', {
          ...{ type: 'button', class: 'link', text: id, title: 'Show its session' },
          ...{ 'data-conversation': id, on: { click: open } },
        })
      : html('span', { text: id });
    return html(
      'tr',
      {},
      html('td', {}, name, tenant !== '' && html('span', { class: 'quiet', text: ` ${tenant}` })),
      html(
        'td',
        { class: 'state' },
        html('span', { class: `dot ${conversationTone(conversation)}`, 'aria-hidden': 'true' }),
        ` ${conversationState(conversation)}`,
      ),
      html('td', { class: 'worker', text: worker ?? '–', title: worker }),
      html('td', { 'data-since': at }),
      html('td', { text: messages === 0 ? '–' : String(messages) }),
      html('td', { text: `${isEstimated ? '≈ ' : ''}${formatCost(cost)}` }),
    );
  }
}
