import type { FleetApproval } from '../model/fleetView.js';
import { html, setText } from './dom.js';

/** The key is in the part of the address that browsers do not send. */
const answerKey = /^#answer=([\w-]+)$/.exec(location.hash)?.[1];

const heldTexts: Readonly<Record<FleetApproval['held'], string>> = {
  live: 'a process waits for the answer',
  deferred: 'no process waits: the call goes on after the answer',
  recalled: 'no process waits: the model tries again after the answer',
};

/** An approval that waits for an answer, with what it is about and the buttons to answer it. */
export class ApprovalCard {
  readonly element: HTMLElement;
  readonly #approval: FleetApproval;
  readonly #status = html('span', { class: 'quiet', role: 'status' });
  readonly #reason = html('input', {
    ...{ placeholder: 'Reason, if you deny it', spellcheck: 'false' },
    'aria-label': 'Reason',
  });
  readonly #buttons: HTMLButtonElement[] = [];

  constructor(approval: FleetApproval, answers: boolean) {
    this.#approval = approval;
    const { tool, conversation, tenant, input, isCut, held, askedAt } = approval;
    const about = `${tool} in ${conversation}`;
    this.element = html(
      'article',
      { class: 'approval', 'aria-label': `Approval of ${about}` },
      html(
        'div',
        { class: 'approval-head' },
        html('strong', { text: tool }),
        html('span', { text: conversation }),
        tenant !== '' && html('span', { class: 'quiet', text: tenant }),
        html('span', { class: 'fill' }),
        html('span', { class: 'duration running', 'data-since': askedAt }),
      ),
      input === undefined
        ? html('p', { class: 'hidden-text', text: 'input hidden' })
        : html('pre', { tabindex: 0, 'aria-label': `Input of ${about}`, text: input }),
      isCut &&
        html('p', {
          class: 'warn',
          text: 'The input is longer than this, so you cannot allow it here.',
        }),
      html('p', { class: 'quiet', text: heldTexts[held] }),
      answers && this.#answerBar(about, isCut),
    );
  }

  #answerBar(about: string, isCut: boolean): HTMLElement {
    if (answerKey === undefined) {
      const text = 'To answer, open the address that ends in #answer=…';
      return html('p', { class: 'quiet', text });
    }
    const button = (text: string, behavior: string, disabled: boolean) => {
      const element = html('button', {
        ...{ type: 'button', class: behavior, text, 'aria-label': `${text} ${about}` },
        ...{ disabled: disabled && '', on: { click: () => void this.#answer(behavior) } },
      });
      if (!disabled) this.#buttons.push(element);
      return element;
    };
    return html(
      'div',
      { class: 'answer-bar' },
      button('Allow once', 'allow', isCut),
      button('Deny', 'deny', false),
      this.#reason,
      this.#status,
    );
  }

  async #answer(behavior: string): Promise<void> {
    this.#setBusy(true);
    setText(this.#status, 'sending');
    const { id } = this.#approval;
    const body = JSON.stringify({ id, behavior, message: this.#reason.value });
    const headers = { 'content-type': 'application/json', 'x-answer-key': answerKey ?? '' };
    const outcome = await fetch('answer', { method: 'POST', headers, body }).then(
      (response) => (response.ok ? response.text() : 'failed'),
      () => 'failed',
    );
    setText(this.#status, outcomeTexts[outcome] ?? 'It could not be sent. Try again.');
    if (outcomeTexts[outcome] === undefined) this.#setBusy(false);
  }

  #setBusy(isBusy: boolean): void {
    for (const button of this.#buttons) button.disabled = isBusy;
    this.#reason.disabled = isBusy;
  }
}

const outcomeTexts: Readonly<Record<string, string>> = {
  ...{ answered: 'answered', late: 'somebody else was first' },
  unknown: 'it is not open any more',
};
