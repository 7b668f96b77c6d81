/** A name without the tail of a long id: `turn#1ab2c2ea-…` is told apart by its head. */
export function shortName(name: string): string {
  return name.replace(/#([\w]{8})[\w-]{6,}/, '#$1');
}

/** An event's type in words, where XState made it. */
export function eventLabel(type: string): string {
  const plain = type
    .replace(/^xstate\.done\.actor\.(\S+)/, '$1 done')
    .replace(/^xstate\.error\.actor\.(\S+)/, '$1 failed')
    .replace(/^xstate\.after\.(\S+?)\..*$/, 'after $1')
    .replace(/^xstate\.init$/, 'start');
  return shortName(plain);
}
