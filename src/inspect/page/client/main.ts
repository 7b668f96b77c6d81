import { listenToTree, showActors } from './actorTree.js';
import { ChartPanel } from './ChartPanel.js';
import { connect } from './connect.js';
import { showDetail } from './detailPanel.js';
import { byId, setText } from './dom.js';
import { FramesPanel } from './FramesPanel.js';
import { showPending } from './pendingPanel.js';
import { SequencePanel } from './SequencePanel.js';
import { StepPanel } from './StepPanel.js';
import { Store } from './Store.js';
import { showSessions } from './sessionList.js';
import { currentTab, listenToTabs, openTab } from './tabs.js';
import { isTyping, listenToTimeline, showTimeline } from './timeline.js';

let scheduled = false;
const store = new Store(schedule);
const sequence = new SequencePanel(store);
const frames = new FramesPanel(store);
const steps = new StepPanel(store, showFrame);
const chart = new ChartPanel(store, steps);

/** Draws once per animation frame, however many changes there were. */
function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    draw();
  });
}

function draw(): void {
  selectNewest();
  const model = store.model();
  showSessions(store, select);
  showActors(store, model);
  chart.show(model);
  showPending(store, model);
  if (currentTab() === 'sequence') sequence.show();
  if (currentTab() === 'frames') frames.show();
  showDetail(store);
  showTimeline(store);
  showHeader();
}

/** Selects the newest session until the user selects another. */
function selectNewest(): void {
  if (store.system()) return;
  const newest = store.overview.at(-1);
  const actor = newest?.actors.find(({ role }) => role === 'session' || role === 'query');
  const first = actor ?? newest?.actors[0];
  if (newest && first) select(newest.key, first.id);
}

function select(key: string, actor: string): void {
  const isOther = key !== store.key;
  store.select(key, actor);
  if (isOther) connect(store);
}

/** Opens the list of frames at one of them. */
function showFrame(n: number): void {
  openTab('frames', schedule);
  frames.reveal(n);
}

function showHeader(): void {
  const system = store.system();
  const status = byId('connection');
  setText(status, store.isConnected ? 'connected' : 'disconnected: the inspector has stopped');
  status.className = store.isConnected ? 'connection' : 'connection lost';
  const { dropped = 0, refusedCharts = 0 } = system ?? {};
  const problems = [
    dropped > 0 && `${dropped.toLocaleString('en')} events dropped`,
    refusedCharts > 0 && `${refusedCharts} charts could not be drawn`,
  ];
  setText(byId('dropped'), problems.filter(Boolean).join(' · '));
  setText(byId('content'), system ? `content ${system.source.content}` : '');
  const link = byId<HTMLAnchorElement>('export');
  const hasCli = store.log.head.actors[store.session ?? '']?.cli !== undefined;
  link.hidden = !hasCli;
  if (!hasCli) return;
  const query = new URLSearchParams({ system: store.key ?? '', actor: store.session ?? '' });
  link.href = `recording?${query}`;
}

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || isTyping(event.target)) return;
  event.preventDefault();
  openTab('frames', schedule);
  frames.focusSearch();
});
listenToTabs(schedule);
listenToTree(store);
listenToTimeline(store);
openTab('sequence', schedule);
new ResizeObserver(schedule).observe(document.body);
// Ages grow even if nothing happens.
setInterval(() => {
  if (store.cursor === undefined && !document.hidden) schedule();
}, 500);
connect(store);
