/** Looks up the ids and names that the CLI puts into its frames. */
export interface FrameNames {
  /** The id on the wire of a request that the application sent. */
  request(id: string): string;
  /** The uuid on the wire of a message that the application sent. */
  message(uuid: string): string;
  /** A hook that the application registered. */
  hook(): { callbackId: string; event: string };
  /** A new name that the CLI has not used before. */
  next(name: string): string;
  /** The newest name that `next` returned for `name`. */
  latest(name: string): string;
}

/** Numbers the names that the CLI makes up itself, counting from 1. */
export class NameCounter implements Pick<FrameNames, 'next' | 'latest'> {
  readonly #counts = new Map<string, number>();

  next(name: string): string {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return this.latest(name);
  }

  latest(name: string): string {
    const number = this.#counts.get(name);
    return number === undefined ? name : `${name}-${number}`;
  }
}
