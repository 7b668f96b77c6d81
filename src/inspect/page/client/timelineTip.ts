import type { StoryNotice, StorySpan } from '../model/story/story.js';
import { byId, setText } from './dom.js';
import { formatDuration, formatTime } from './format.js';

/** Shows a text beside the pointer, within the window. */
export function showTip(text: string, x: number, y: number): void {
  const tip = byId('timeline-tip');
  setText(tip, text);
  tip.hidden = false;
  const { offsetWidth, offsetHeight } = tip;
  const left = Math.max(4, Math.min(x + 12, innerWidth - offsetWidth - 8));
  tip.style.transform = `translate(${left}px, ${Math.max(4, y - offsetHeight - 10)}px)`;
}

export function hideTip(): void {
  byId('timeline-tip').hidden = true;
}

/** What a span is, how long it took, and how it ended: `Bash · 1.2 s · failed`. */
export function spanText({ name, startedAt, endedAt, outcome }: StorySpan, now: number): string {
  const ms = formatDuration((endedAt ?? now) - startedAt);
  const end = endedAt === undefined ? 'still going on' : outcome === 'ok' ? '' : outcome;
  return [name, ms, end, formatTime(startedAt)].filter(Boolean).join(' · ');
}

export function problemText({ level, code, message, remedy, at }: StoryNotice): string {
  return [`${level} ${code} · ${formatTime(at)}`, message, remedy].filter(Boolean).join('\n');
}
