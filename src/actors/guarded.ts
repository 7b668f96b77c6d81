/** What users hand in may throw; that is theirs to notice, and must not end an actor. */
export function guarded<Event>(
  listen: ((event: Event) => void) | undefined,
): (event: Event) => void {
  return (event) => {
    try {
      listen?.(event);
    } catch {
      // A listener's failure harms nobody but itself.
    }
  };
}
