/** The states that an actor is in, in a word or two. */
export function stateLabel(active: readonly string[]): string {
  const leaves = active.filter((path) => !active.some((other) => other.startsWith(`${path}.`)));
  if (leaves.length <= 1) return (leaves[0] ?? '').replaceAll('.', ' · ');
  // Of the session's regions the turn says what it is doing.
  const turn = leaves.find((path) => path.startsWith('running.turn.'));
  if (turn !== undefined) return `running · ${turn.slice('running.turn.'.length)}`;
  return leaves.map((path) => path.split('.').at(-1)).join(', ');
}
