import { actorNameIn, stateLabel } from '../model/displayNames.js';
import type { SystemModel } from '../model/systemModel.js';
import { ChartView } from './ChartView.js';
import { byId, html, setText } from './dom.js';
import { formatDuration, plural } from './format.js';
import type { PanZoom } from './PanZoom.js';
import type { StepPanel } from './StepPanel.js';
import type { Store } from './Store.js';
import { toneOf } from './sessionList.js';

/** The chart of the selected actor, with its name and state above it. */
export class ChartPanel {
  readonly #store: Store;
  readonly #steps: StepPanel;
  readonly #views = new Map<string, ChartView>();
  readonly #tools: HTMLElement;
  readonly #follow: HTMLElement;
  #shown: ChartView | string | undefined;

  constructor(store: Store, steps: StepPanel) {
    this.#store = store;
    this.#steps = steps;
    const tool = (text: string, label: string, run: (view: ChartView) => void) =>
      html('button', {
        ...{ type: 'button', text, title: label, 'aria-label': label },
        on: { click: () => this.#shown instanceof ChartView && run(this.#shown) },
      });
    this.#follow = tool('Active', 'Follow the active states', (view) => {
      view.panZoom.follow();
      view.focus();
    });
    this.#tools = html(
      'div',
      { class: 'chart-tools', role: 'group', 'aria-label': 'Zoom' },
      tool('+', 'Zoom in ( + )', ({ panZoom }) => panZoom.zoomBy(1.25)),
      tool('−', 'Zoom out ( - )', ({ panZoom }) => panZoom.zoomBy(0.8)),
      tool('Fit', 'Fit the whole chart ( 0 )', ({ panZoom }) => panZoom.reset()),
      this.#follow,
    );
    byId('actor-details').after(this.#tools);
  }

  show(model: SystemModel): void {
    const store = this.#store;
    const actor = model.actors[store.actor ?? store.session ?? ''];
    const name = actor ? actorNameIn(model, actor.id) : '';
    setText(byId('actor-name'), name);
    const label = actor ? stateLabel(actor.active) || actor.status : '';
    const pill = byId('actor-state');
    setText(pill, label);
    pill.className = actor ? `pill ${toneOf({ state: label, status: actor.status })}` : 'pill';
    setText(byId('actor-details'), actor ? detailsOf(store, actor) : '');
    const chart = actor?.chart === undefined ? undefined : store.charts.get(actor.chart);
    this.#steps.show(model, actor);
    if (!actor || !chart) {
      this.#showText(actor ? 'This actor has no chart.' : 'Nothing to show yet.');
      return;
    }
    const key = `${store.key} ${chart.key}`;
    const view =
      this.#views.get(key) ??
      new ChartView(
        chart,
        (chosen) => this.#steps.choose(chosen),
        (panZoom) => this.#showFollowing(panZoom),
      );
    this.#views.set(key, view);
    if (this.#shown !== view) byId('chart').replaceChildren(view.element);
    this.#shown = view;
    this.#tools.hidden = false;
    this.#showFollowing(view.panZoom);
    view.highlight(model, actor, `Chart of ${name}, in the state ${label}`, this.#steps.chosen);
  }

  #showFollowing({ isFollowing }: PanZoom): void {
    const pressed = String(isFollowing);
    if (this.#follow.getAttribute('aria-pressed') !== pressed) {
      this.#follow.setAttribute('aria-pressed', pressed);
    }
  }

  #showText(text: string): void {
    if (this.#shown !== text) byId('chart').replaceChildren(html('p', { class: 'empty', text }));
    this.#shown = text;
    this.#tools.hidden = true;
  }
}

function detailsOf(store: Store, actor: SystemModel['actors'][string]): string {
  const { cli, since, status } = actor;
  const parts = [status === 'active' && `for ${formatDuration(store.now() - since)}`];
  if (cli) {
    parts.push(cli.pid !== undefined && `pid ${cli.pid}`);
    parts.push(`${plural(cli.framesIn, 'frame')} to the CLI, ${cli.framesOut} from the CLI`);
    if (cli.exit) parts.push(`exited with ${cli.exit.code ?? cli.exit.signal}`);
  }
  return parts.filter(Boolean).join(' · ');
}
