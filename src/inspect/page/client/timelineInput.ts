import { problemAt, spanAt, timelineSizes } from '../model/timelineLayout.js';
import { byId } from './dom.js';
import type { TimelinePanel } from './TimelinePanel.js';
import { hideTip, problemText, spanText } from './timelineTip.js';

/** How near to something the pointer must be, in pixels. */
const reach = 4;

/** Mouse, touch and keys of the timeline: the ruler scrubs, the lanes brush, the wheel zooms. */
export function listenToTimeline(panel: TimelinePanel): void {
  const element = byId('scrub');
  const { canvas } = panel;
  const xOf = (event: MouseEvent) => event.clientX - canvas.element.getBoundingClientRect().left;
  const yOf = (event: MouseEvent) => event.clientY - canvas.element.getBoundingClientRect().top;
  const timeOf = (event: MouseEvent) => canvas.timeAt(xOf(event), panel.view);

  element.addEventListener('pointerdown', (down) => {
    if (down.button !== 0) return;
    element.setPointerCapture(down.pointerId);
    const start = timeOf(down);
    const isScrub = yOf(down) < timelineSizes.ruler;
    if (isScrub) panel.goToTime(start);
    const move = (event: PointerEvent) => {
      const at = timeOf(event);
      if (isScrub) {
        panel.goToTime(at);
      } else if (panel.draft || Math.abs(event.clientX - down.clientX) > reach) {
        panel.draft = { from: Math.min(start, at), to: Math.max(start, at) };
        panel.store.set({});
      }
    };
    const end = (event: PointerEvent) => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
      const { draft } = panel;
      panel.draft = undefined;
      if (draft) panel.store.set({ range: draft });
      else if (!isScrub && event.type === 'pointerup') panel.goToTime(start);
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
  });

  element.addEventListener('mousemove', (event) => {
    const at = timeOf(event);
    const tolerance = Math.abs(canvas.timeAt(reach, panel.view) - canvas.timeAt(0, panel.view));
    const { problems } = panel.story;
    const problem = problemAt(problems, at, tolerance);
    const isOverMark = problem !== undefined && yOf(event) < timelineSizes.ruler;
    const span = isOverMark
      ? undefined
      : spanAt(panel.layout, yOf(event), at, tolerance, panel.now);
    panel.hover(span);
    const text = isOverMark ? problemText(problem) : span && spanText(span, panel.now);
    if (text) panel.showTip(text, event.clientX, event.clientY);
    else hideTip();
  });
  element.addEventListener('mouseleave', () => {
    panel.hover(undefined);
    hideTip();
  });
  const onWheel = (event: WheelEvent) => {
    // Without ctrl, an upright wheel scrolls the lanes if they do not fit.
    const isZoom = event.ctrlKey || element.scrollHeight <= element.clientHeight;
    const { from, to } = panel.view;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      panel.pan(((event.deltaX || event.deltaY) / 1_000) * (to - from));
    } else if (isZoom) {
      panel.zoom(Math.exp(event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), timeOf(event));
    } else return;
    event.preventDefault();
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  element.addEventListener('keydown', (event) => handleKey(event, panel));
  const buttons: Record<string, () => void> = {
    'step-back': () => panel.stepEvent(-1),
    'step-forward': () => panel.stepEvent(1),
    'turn-back': () => panel.stepTurn(-1),
    'turn-forward': () => panel.stepTurn(1),
    'time-in': () => panel.zoom(0.5),
    'time-out': () => panel.zoom(2),
    'time-fit': () => panel.fit(),
    live: () => panel.store.set({ cursor: undefined }),
    'clear-range': () => panel.store.set({ range: undefined }),
  };
  for (const [id, run] of Object.entries(buttons)) byId(id).addEventListener('click', run);
}

function handleKey(event: KeyboardEvent, panel: TimelinePanel): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { from, to } = panel.view;
  const cursor = panel.store.row(panel.store.cursor ?? -1)?.at;
  const { key, shiftKey } = event;
  const keys: Record<string, () => void> = {
    ArrowLeft: () => (shiftKey ? panel.pan((from - to) / 5) : panel.stepEvent(-1)),
    ArrowRight: () => (shiftKey ? panel.pan((to - from) / 5) : panel.stepEvent(1)),
    PageUp: () => panel.stepTurn(-1),
    PageDown: () => panel.stepTurn(1),
    Home: () => panel.goTo(0),
    End: () => panel.store.set({ cursor: undefined }),
    '+': () => panel.zoom(0.5, cursor),
    '=': () => panel.zoom(0.5, cursor),
    '-': () => panel.zoom(2, cursor),
    '0': () => panel.fit(),
    b: () => brushTurn(panel),
    Escape: () => panel.store.set({ range: undefined }),
  };
  const run = keys[key];
  if (!run) return;
  event.preventDefault();
  run();
}

/** Selects the time of the turn at the cursor, so that a brush needs no mouse. */
function brushTurn(panel: TimelinePanel): void {
  const { cursor, log } = panel.store;
  const at = cursor ?? log.next;
  const turn = panel.story.turns.findLast(({ n }) => n <= at);
  if (!turn) return;
  panel.store.set({ range: { from: turn.startedAt, to: turn.endedAt ?? panel.now } });
}
