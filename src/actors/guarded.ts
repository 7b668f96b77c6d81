/** What users hand in may throw, or reject; that is theirs to notice, and must not end an actor. */
export function guarded<Event>(
  listen: ((event: Event) => void) | undefined,
): (event: Event) => void {
  return (event) => {
    try {
      const returned: unknown = listen?.(event);
      if (returned instanceof Promise) returned.catch(() => {});
    } catch {
      // A listener's failure harms nobody but itself.
    }
  };
}
