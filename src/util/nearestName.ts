/** Strips what people get wrong first: upper or lower case, and `-` or `_` between words. */
export function normalizeName(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

/** The known name the user probably meant; undefined if none is close. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = normalizeName(given);
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of known) {
    // The lengths alone rule it out. This also bounds the work for a very long name.
    if (Math.abs(name.length - wanted.length) > least + 2) continue;
    const distance = editDistance(wanted, normalizeName(name));
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** A question to append to "Unknown …": starts with a space, and is empty without a name. */
export function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : ` Did you mean \`${name}\`?`;
}

/** How many characters to insert, remove, replace, or swap with their neighbour. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (same ? 0 : 1),
          swapped && row > 1 ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
