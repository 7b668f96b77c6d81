import { actorNameIn, stateLabel } from '../model/displayNames.js';
import type { SystemModel } from '../model/systemModel.js';
import { ChartView } from './ChartView.js';
import { byId, html, setText } from './dom.js';
import { formatDuration } from './format.js';
import type { Store } from './Store.js';
import { toneOf } from './sessionList.js';

const views = new Map<string, ChartView>();
let shown: unknown;

/** Shows the chart of the selected actor, with its name and state above it. */
export function showChart(store: Store, model: SystemModel): void {
  const actor = model.actors[store.actor ?? store.session ?? ''];
  const target = byId('chart');
  const name = actor ? actorNameIn(model, actor.id) : '';
  setText(byId('actor-name'), name);
  const label = actor ? stateLabel(actor.active) || actor.status : '';
  const pill = byId('actor-state');
  setText(pill, label);
  pill.className = actor ? `pill ${toneOf({ state: label, status: actor.status })}` : 'pill';
  setText(byId('actor-details'), actor ? detailsOf(store, actor) : '');
  const chart = actor?.chart === undefined ? undefined : store.charts.get(actor.chart);
  if (!actor || !chart) {
    const text = actor ? 'This actor has no chart.' : 'Nothing to show yet.';
    if (shown !== text) target.replaceChildren(html('p', { class: 'empty', text }));
    shown = text;
    return;
  }
  const key = `${store.key} ${chart.key}`;
  const view = views.get(key) ?? new ChartView(chart);
  views.set(key, view);
  if (shown !== view) target.replaceChildren(view.element);
  shown = view;
  view.highlight(actor, `Chart of ${name}, in the state ${label}`);
}

function detailsOf(store: Store, actor: SystemModel['actors'][string]): string {
  const { cli, since, status } = actor;
  const parts = [status === 'active' && `for ${formatDuration(store.now() - since)}`];
  if (cli) {
    parts.push(cli.pid !== undefined && `pid ${cli.pid}`);
    parts.push(`${cli.framesIn} frames to the CLI, ${cli.framesOut} from the CLI`);
    if (cli.exit) parts.push(`exited with ${cli.exit.code ?? cli.exit.signal}`);
  }
  return parts.filter(Boolean).join(' · ');
}
