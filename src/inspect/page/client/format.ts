import type { TurnTokens } from '../model/story/story.js';

/** The time of day with milliseconds. */
export function formatTime(at: number): string {
  const date = new Date(at);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits);
  return `${parts.join(':')}.${ms}`;
}

/** A duration, such as `1.5 s` or `2 min 30 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A number of bytes, such as `1.5 KiB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_024 * 1_024) return `${(bytes / 1_024).toFixed(1)} KiB`;
  return `${(bytes / 1_024 / 1_024).toFixed(1)} MiB`;
}

/** An amount of money, such as `$0.0042`. Small amounts keep their digits. */
export function formatCost(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0.01) return `$${usd.toPrecision(2).replace(/0+$/, '')}`;
  return `$${usd.toFixed(2)}`;
}

/** The tokens of a turn: a short text, and a title that says what they are. */
export function formatTokens({ input, output, cacheRead, cacheWrite }: TurnTokens): {
  text: string;
  title: string;
} {
  const count = (tokens: number) =>
    tokens < 10_000 ? tokens.toLocaleString('en') : `${Math.round(tokens / 1_000)}k`;
  const read = input + cacheRead + cacheWrite;
  return {
    text: `${count(read)} → ${count(output)} tokens`,
    title: `${input} input, ${cacheRead} read from the cache, ${cacheWrite} written to it, ${output} output`,
  };
}

/** A number of things, such as `1 frame` or `1,200 frames`. */
export function plural(number: number, one: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : `${one}s`}`;
}
