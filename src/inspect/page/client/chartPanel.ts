import type { SystemModel } from '../model/systemModel.js';
import { shortName } from '../model/displayNames.js';
import { stateLabel } from '../model/stateLabel.js';
import { ChartView } from './ChartView.js';
import { byId, html, setText } from './dom.js';
import type { Store } from './Store.js';
import { toneOf } from './sessionList.js';
import { age } from './format.js';

const views = new Map<string, ChartView>();
let shown: unknown;

/** The chart of the chosen actor, with its state above it. */
export function showChart(store: Store, model: SystemModel): void {
  const actor = model.actors[store.actor ?? store.session ?? ''];
  const target = byId('chart');
  setText(byId('actor-name'), shortName(actor?.name ?? ''));
  const label = actor ? stateLabel(actor.active) || actor.status : '';
  const pill = byId('actor-state');
  setText(pill, label);
  pill.className = actor ? `pill ${toneOf({ state: label, status: actor.status })}` : 'pill';
  const facts = actor ? factsOf(store, actor) : '';
  setText(byId('actor-facts'), facts);
  const chart = actor?.chart === undefined ? undefined : store.charts.get(actor.chart);
  if (!actor || !chart) {
    const why = actor ? 'This actor has no chart.' : 'Nothing to show yet.';
    if (shown !== why) target.replaceChildren(html('p', { class: 'empty', text: why }));
    shown = why;
    return;
  }
  const key = `${store.key} ${chart.key}`;
  const view = views.get(key) ?? new ChartView(chart);
  views.set(key, view);
  if (shown !== view) target.replaceChildren(view.element);
  shown = view;
  view.light(actor, label);
}

function factsOf(store: Store, actor: SystemModel['actors'][string]): string {
  const { wire, since, status } = actor;
  const parts = [status === 'active' && `for ${age(store.now() - since)}`];
  if (wire) {
    parts.push(wire.pid !== undefined && `pid ${wire.pid}`);
    parts.push(`${wire.framesIn} frames to the CLI, ${wire.framesOut} from it`);
    if (wire.exit) parts.push(`exited with ${wire.exit.code ?? wire.exit.signal}`);
  }
  return parts.filter(Boolean).join(' · ');
}
