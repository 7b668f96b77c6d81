import { listenToTree, showActors } from './actorTree.js';
import { ConversationPanel } from './ConversationPanel.js';
import { showChart } from './chartPanel.js';
import { connect, isReport } from './connect.js';
import { showDetail } from './detailPanel.js';
import { byId, setText } from './dom.js';
import { listenToDrops } from './dropFiles.js';
import { FramesPanel } from './FramesPanel.js';
import { showPending } from './pendingPanel.js';
import { SequencePanel } from './SequencePanel.js';
import { Store } from './Store.js';
import { showSessions } from './sessionList.js';
import { currentTab, listenToTabs, openTab } from './tabs.js';
import { isTyping, listenToTimeline, showTimeline } from './timeline.js';

let scheduled = false;
const store = new Store(schedule);
const conversation = new ConversationPanel(store);
const sequence = new SequencePanel(store);
const frames = new FramesPanel(store);

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
  showChart(store, model);
  showPending(store, model);
  if (currentTab() === 'conversation') conversation.show();
  if (currentTab() === 'sequence') sequence.show();
  if (currentTab() === 'frames') frames.show();
  showDetail(store);
  showTimeline(store);
  showHeader();
}

/** The recording that was dropped onto the page, until it is among the sessions. */
let openedSource: string | undefined;

/** Selects the newest session until the user selects another, or opens a file. */
function selectNewest(): void {
  const opened = store.overview.find(({ source }) => source.id === openedSource);
  if (!opened && store.system()) return;
  if (opened) openedSource = undefined;
  const newest = opened ?? store.overview.at(-1);
  const actor = newest?.actors.find(({ role }) => role === 'session' || role === 'query');
  const first = actor ?? newest?.actors[0];
  if (newest && first) select(newest.key, first.id);
}

function select(key: string, actor: string): void {
  const isOther = key !== store.key;
  store.select(key, actor);
  if (isOther) connect(store);
}

function showHeader(): void {
  const system = store.system();
  const status = byId('connection');
  const connected = isReport() ? 'report' : 'connected';
  setText(status, store.isConnected ? connected : 'disconnected: the inspector has stopped');
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
  link.hidden = !hasCli || isReport();
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
if (!isReport()) {
  listenToDrops((source) => {
    openedSource = source;
    schedule();
  });
}
listenToTabs(schedule);
listenToTree(store);
listenToTimeline(store);
openTab('conversation', schedule);
new ResizeObserver(schedule).observe(document.body);
// Ages grow even if nothing happens.
setInterval(() => {
  if (store.cursor === undefined && !document.hidden) schedule();
}, 500);
connect(store);
