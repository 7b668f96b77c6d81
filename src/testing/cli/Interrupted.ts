/** Thrown where a turn stops because it was interrupted, or because its process has ended. */
export class Interrupted extends Error {}
