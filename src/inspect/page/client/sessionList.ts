import { sessionTitle } from '../model/displayNames.js';
import type { OverviewActor, OverviewSystem } from '../model/overview.js';
import { byId, html, setText } from './dom.js';
import { formatCost, formatDuration } from './format.js';
import type { Store } from './Store.js';

type Select = (key: string, actor: string) => void;

let drawn = '';

/** Lists the sessions of all programs: each system with its root and the sessions below it. */
export function showSessions(store: Store, select: Select): void {
  const { overview, key, session } = store;
  const target = byId('sessions');
  const text = JSON.stringify([overview, key, session]);
  if (text !== drawn) {
    drawn = text;
    draw(store, select, target);
  }
  for (const age of target.querySelectorAll<HTMLElement>('[data-since]')) {
    setText(age, formatDuration(Math.max(0, Date.now() - Number(age.dataset.since))));
  }
}

function draw(store: Store, select: Select, target: HTMLElement): void {
  const { overview } = store;
  const focused = document.activeElement?.getAttribute('data-id');
  if (overview.length === 0) {
    target.replaceChildren(html('p', { class: 'empty', text: 'No sessions yet.' }));
    return;
  }
  target.replaceChildren(
    ...[...overview]
      .reverse()
      .map((system, index, all) => systemGroup(system, all[index - 1], store, select)),
  );
  if (focused) target.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`)?.focus();
}

/** A system under the name of its program, unless it is the one of the system above. */
function systemGroup(
  system: OverviewSystem,
  above: OverviewSystem | undefined,
  store: Store,
  select: Select,
): HTMLElement {
  const { source, gone, actors } = system;
  const isSame = source.id === above?.source.id && gone === above.gone;
  const details = [
    source.pid > 0 && `pid ${source.pid}`,
    gone && (source.pid > 0 ? 'ended' : 'file'),
  ];
  const head =
    !isSame &&
    html(
      'div',
      { class: 'program' },
      html('span', { class: 'title', text: source.title, title: source.title }),
      html('span', { class: 'pid', text: details.filter(Boolean).join(' · ') }),
    );
  const buttons = actors.map((actor, index) =>
    sessionButton(system, actor, index > 0, store, select),
  );
  return html('div', { class: gone ? 'system gone' : 'system' }, head, ...buttons);
}

function sessionButton(
  system: OverviewSystem,
  actor: OverviewActor,
  isEmbedded: boolean,
  store: Store,
  select: Select,
): HTMLElement {
  const { key } = system;
  const { summary } = actor;
  const isSelected = key === store.key && actor.id === store.session;
  const { title, subtitle } = sessionTitle(actor);
  const failure = summary?.failure || toneOf(actor) === 'failed' ? failureText(actor) : undefined;
  return html(
    'button',
    {
      type: 'button',
      class: `session ${isEmbedded ? 'embedded' : ''}`,
      'data-id': `${key} ${actor.id}`,
      'aria-current': isSelected ? 'true' : undefined,
      on: { click: () => select(key, actor.id) },
    },
    html(
      'span',
      { class: 'line' },
      html('span', { class: `dot ${toneOf(actor)}`, 'aria-hidden': 'true' }),
      html('span', { class: 'name', text: title, title }),
      html('span', { class: 'state', text: shortState(actor) }),
    ),
    subtitle !== undefined && html('span', { class: 'first-words', text: subtitle }),
    summary &&
      html(
        'span',
        { class: 'facts' },
        summary.model !== undefined && html('span', { text: summary.model }),
        summary.cwd !== undefined &&
          html('span', { text: folderName(summary.cwd), title: summary.cwd }),
        html('span', { text: `${summary.turns} ${summary.turns === 1 ? 'turn' : 'turns'}` }),
        summary.costUsd !== undefined && html('span', { text: formatCost(summary.costUsd) }),
        ageOf(system, actor),
      ),
    failure !== undefined && html('span', { class: 'failure', text: failure, title: failure }),
  );
}

/** The state without what the others have in common: most sessions are running. */
function shortState({ state, status }: OverviewActor): string {
  const short = state.replace(/^running · /, '');
  return short === 'requiresAction' ? 'needs an answer' : short || status;
}

/** How long a session has been there, or was. */
function ageOf({ gone }: OverviewSystem, actor: OverviewActor): HTMLElement {
  const { createdAt, since, status } = actor;
  if (status === 'active' && !gone) return html('span', { 'data-since': createdAt, text: '' });
  return html('span', { text: formatDuration(since - createdAt) });
}

function failureText({ summary }: OverviewActor): string {
  const { code, message } = summary?.failure ?? {};
  if (code === undefined) return 'failed';
  return message === undefined ? code : `${code}: ${message}`;
}

function folderName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}

/** The CSS class that colours a state. */
export function toneOf({
  state,
  status,
  summary,
}: Pick<OverviewActor, 'state' | 'status' | 'summary'>): string {
  if (status === 'error' || /failed|crash/.test(state)) return 'failed';
  // A query has no state of its own for a failure.
  if (status !== 'active') return summary?.failure ? 'failed' : 'ended';
  if (/requiresAction/.test(state)) return 'waiting';
  if (/working|streaming|initSent|starting/.test(state)) return 'busy';
  return summary?.failure?.isOfTurn ? 'failed' : 'idle';
}
