/** The output of the final state, from the event with which XState completes the root. */
export function outputOf<Output>(event: object): Output {
  return (event as { output: Output }).output;
}
