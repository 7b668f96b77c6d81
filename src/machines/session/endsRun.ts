/**
 * Whether a CLI of this version ends its run by the answer of a hook alone. Null: none is known
 * to; a CLI of unknown version is not relied upon.
 */
export function endsRun(version: string | undefined, since: string | null): boolean {
  if (version === undefined || since === null) return false;
  const [own, first] = [version.split('.').map(Number), since.split('.').map(Number)];
  for (const [place, number] of first.entries()) {
    const difference = (own[place] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
