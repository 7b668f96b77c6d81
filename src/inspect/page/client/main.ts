import { listenToTree, showActors } from './actorTree.js';
import { ChartPanel } from './ChartPanel.js';
import { ConversationPanel } from './ConversationPanel.js';
import { connect, isReportFile } from './connect.js';
import { showDetail } from './detailPanel.js';
import { byId, setText } from './dom.js';
import { listenToDrops } from './dropFiles.js';
import { FleetPanel } from './FleetPanel.js';
import { FramesPanel } from './FramesPanel.js';
import { listenToKeys } from './keyboard.js';
import { listenToPanes, showPaneSizes } from './panes.js';
import { showPending } from './pendingPanel.js';
import { SequencePanel } from './SequencePanel.js';
import { StepPanel } from './StepPanel.js';
import { Store } from './Store.js';
import { showSessions } from './sessionList.js';
import { TimelinePanel } from './TimelinePanel.js';
import { currentTab, focusChart, listenToTabs, openTab, tabNames } from './tabs.js';

let scheduled = false;
const store = new Store(schedule);
const conversation = new ConversationPanel(store);
const sequence = new SequencePanel(store);
const frames = new FramesPanel(store);
const steps = new StepPanel(store, showFrame);
const chart = new ChartPanel(store, steps);
const timeline = new TimelinePanel(store);
const fleet = new FleetPanel(store, sessionOf);

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
  fleet.show();
  openFleetFirst();
  const model = store.model();
  showSessions(store, select);
  showActors(store, model);
  chart.show(model);
  showPending(store, model);
  if (currentTab() === 'conversation') conversation.show();
  if (currentTab() === 'sequence') sequence.show();
  if (currentTab() === 'frames') frames.show();
  showDetail(store);
  timeline.show();
  showPaneSizes();
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

/** What shows the newest session of a conversation: the one with its id as label. */
function sessionOf(conversation: string): (() => void) | undefined {
  for (const { key, actors } of [...store.overview].reverse()) {
    const actor = actors.find(({ name }) => name === conversation);
    if (!actor) continue;
    return () => {
      select(key, actor.id);
      openTab('conversation', schedule);
    };
  }
  return undefined;
}

/** A page that was opened for a fleet begins with it. */
let isFleetKnown = false;
function openFleetFirst(): void {
  if (isFleetKnown || !store.fleet) return;
  isFleetKnown = true;
  openTab('fleet', schedule);
}

/** Opens the list of frames at one of them. */
function showFrame(n: number): void {
  openTab('frames', schedule);
  frames.reveal(n);
}

function showHeader(): void {
  const system = store.system();
  const status = byId('connection');
  const connected = isReportFile() ? 'report' : 'connected';
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
  link.hidden = !hasCli || isReportFile();
  if (!hasCli) return;
  const query = new URLSearchParams({ system: store.key ?? '', actor: store.session ?? '' });
  link.href = `recording?${query}`;
}

function searchFrames(): void {
  openTab('frames', schedule);
  frames.focusSearch();
}

listenToKeys({
  'Move in time': [
    { keys: '[', does: 'one event back', run: () => timeline.stepEvent(-1) },
    { keys: ']', does: 'one event forward', run: () => timeline.stepEvent(1) },
    { keys: '{', does: 'one turn back', run: () => timeline.stepTurn(-1) },
    { keys: '}', does: 'one turn forward', run: () => timeline.stepTurn(1) },
    { keys: ',', does: 'to the previous transition of the actor', run: () => steps.step(-1) },
    { keys: '.', does: 'to the next transition of the actor', run: () => steps.step(1) },
    { keys: 'l', does: 'follow live', run: () => store.set({ cursor: undefined }) },
  ],
  'Go to': [
    ...tabNames
      .filter((name) => name !== 'chart')
      .map((name, index) => ({
        keys: String(index + 1),
        does: name === 'fleet' ? 'fleet, if the page has one' : name,
        run: () => openTab(name, schedule),
      })),
    { keys: 'c', does: 'chart', run: () => focusChart(schedule) },
    { keys: '/', does: 'search frames', run: searchFrames },
    { keys: 't', does: 'timeline', run: () => byId('scrub').focus() },
    { keys: '?', does: 'this list' },
    { keys: 'Tab', does: 'next control' },
  ],
  'In the timeline': [
    { keys: '← →', does: 'one event back or forward' },
    { keys: 'PageUp PageDown', does: 'one turn back or forward' },
    { keys: 'Home End', does: 'to the start, to live' },
    { keys: '+ - 0', does: 'zoom in, out, show all' },
    { keys: 'Shift+← Shift+→', does: 'move the visible part' },
    { keys: 'b', does: 'show only this turn in all views' },
    { keys: 'Escape', does: 'show everything again', run: () => store.set({ range: undefined }) },
  ],
  'In the chart': [
    { keys: '+ - 0', does: 'zoom in, out, fit' },
    { keys: '← → ↑ ↓', does: 'move' },
  ],
  'In lists and separators': [
    { keys: '↑ ↓', does: 'previous or next row; resize a pane' },
    { keys: 'Enter', does: 'open a folded run; reset the size of a pane' },
  ],
});
listenToPanes(schedule);
if (!isReportFile()) {
  listenToDrops((source) => {
    openedSource = source;
    schedule();
  });
}
listenToTabs(schedule);
listenToTree(store);
openTab('conversation', schedule);
new ResizeObserver(schedule).observe(document.body);
// Ages grow even if nothing happens.
setInterval(() => {
  if (store.cursor === undefined && !document.hidden) schedule();
}, 500);
connect(store);
