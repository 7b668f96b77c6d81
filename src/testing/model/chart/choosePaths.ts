import type { Explored, Move, Place } from './exploreChart.js';
import type { Cover, Marks, Stretch } from './Marks.js';

/** A way through what was explored, with what it meets. */
export interface Way {
  moves: readonly Move[];
  marks: ReadonlySet<string>;
}

/** The shortest way to a place. */
function wayTo(place: Place): Move[] {
  const moves: Move[] = [];
  for (let here: Place | undefined = place; here?.by; here = here.by.from) moves.unshift(here.by);
  return moves;
}

/** The shortest ways that end with each thing that can be met. */
function* candidates({ moves }: Explored, cover: Cover): Generator<readonly Move[]> {
  for (const move of moves) {
    const way = [...wayTo(move.from), move];
    yield way;
    if (cover === 'pairs') for (const next of move.to.moves) yield [...way, next];
  }
}

/**
 * Few ways that together meet all that any way meets. What is far away is sought first, since the
 * way there meets much of what is near.
 */
export function choosePaths(
  explored: readonly Explored[],
  marks: Marks,
  cover: Cover,
  begins: Stretch,
): Way[][] {
  const nearest = new Map<string, { theme: number; moves: readonly Move[] }>();
  const marksOf = (moves: readonly Move[]) => marks.of([begins, ...moves], cover);
  explored.forEach((theme, index) => {
    const found = new Map<string, readonly Move[]>();
    for (const moves of candidates(theme, cover)) {
      for (const mark of lastMarks(moves, marks, cover)) {
        const before = found.get(mark);
        if (!before || moves.length < before.length) found.set(mark, moves);
      }
    }
    for (const [mark, moves] of found) {
      const before = nearest.get(mark);
      if (!before || moves.length < before.moves.length) nearest.set(mark, { theme: index, moves });
    }
  });
  const sought = [...nearest].sort(([, a], [, b]) => b.moves.length - a.moves.length);
  const met = new Set<string>();
  const chosen: Way[][] = explored.map(() => []);
  for (const [mark, { theme, moves }] of sought) {
    if (met.has(mark)) continue;
    const way = { moves, marks: marksOf(moves) };
    for (const one of way.marks) met.add(one);
    chosen[theme]?.push(way);
  }
  return chosen;
}

/** What the last of some moves meets, and for pairs what it meets together with the one before. */
function lastMarks(moves: readonly Move[], marks: Marks, cover: Cover): Set<string> {
  return marks.of(moves.slice(cover === 'pairs' ? -2 : -1), cover);
}
