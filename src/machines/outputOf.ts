/** What the final state gave, read from the event with which XState ends the root. */
export function outputOf<Output>(event: object): Output {
  return (event as { output: Output }).output;
}
