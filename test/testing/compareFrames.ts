import { isObject, type Json } from './json.js';

/** What a frame is, in a few words. */
function nameOf(frame: Json): string {
  const inner = (frame.request ?? frame.response ?? frame.event ?? {}) as Json;
  const content = (frame.message as Json | undefined)?.content;
  const block = Array.isArray(content) ? (content[0] as Json | undefined)?.type : undefined;
  const parts = [frame.type, frame.subtype, inner.subtype ?? inner.type, block, frame.state];
  return parts.filter((part) => typeof part === 'string').join(' ');
}

/** In what the simulated frames differ from the recorded ones, a line each; none if they agree. */
export function compareFrames(recorded: readonly Json[], simulated: readonly Json[]): string[] {
  const lines: string[] = [];
  for (const { left, right } of align(recorded, simulated)) {
    if (left === undefined) lines.push(`+ only simulated: ${describe(right)}`);
    else if (right === undefined) lines.push(`- only recorded: ${describe(left)}`);
    else {
      const name = nameOf(left);
      lines.push(...compare(left, right, '').map((difference) => `~ ${name}: ${difference}`));
    }
  }
  return lines;
}

const describe = (frame: Json | undefined) =>
  `${nameOf(frame ?? {})} ${JSON.stringify(frame).slice(0, 300)}`;

interface Pair {
  left?: Json;
  right?: Json;
}

/** Puts frames of the same name side by side, in order, as many as can be. */
function align(left: readonly Json[], right: readonly Json[]): Pair[] {
  const names = [left.map(nameOf), right.map(nameOf)] as const;
  const lengths = left.map(() => new Array<number>(right.length).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const row = lengths[i] ?? [];
      const same = names[0][i] === names[1][j];
      row[j] = same ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && names[0][i] === names[1][j]) {
      pairs.push({ left: left[i++], right: right[j++] });
    } else if (j >= right.length || (i < left.length && at(i + 1, j) >= at(i, j + 1))) {
      pairs.push({ left: left[i++] });
    } else {
      pairs.push({ right: right[j++] });
    }
  }
  return pairs;
}

function compare(recorded: unknown, simulated: unknown, path: string): string[] {
  // Long texts were cut when they were recorded.
  if (typeof recorded === 'string' && recorded.endsWith('…') && typeof simulated === 'string') {
    return [];
  }
  if (isObject(recorded) && isObject(simulated)) {
    const keys = new Set([...Object.keys(recorded), ...Object.keys(simulated)]);
    return [...keys].flatMap((key) => compare(recorded[key], simulated[key], `${path}.${key}`));
  }
  if (Array.isArray(recorded) && Array.isArray(simulated) && recorded.length === simulated.length) {
    return recorded.flatMap((part, index) => compare(part, simulated[index], `${path}[${index}]`));
  }
  if (JSON.stringify(recorded) === JSON.stringify(simulated)) return [];
  return [`${path}: recorded ${JSON.stringify(recorded)}, simulated ${JSON.stringify(simulated)}`];
}
