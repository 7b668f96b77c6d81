/** Wraps a user's listener, which may throw or reject. That must not bring an actor down. */
export function swallowErrors<Event>(
  listener: ((event: Event) => void) | undefined,
): (event: Event) => void {
  return (event) => {
    try {
      const returned: unknown = listener?.(event);
      if (returned instanceof Promise) returned.catch(() => {});
    } catch {
      // Only the listener's own work is lost.
    }
  };
}
