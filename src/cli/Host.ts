import type { Output } from './Output.js';

/** All that a command has to do with the program around it; tests give one of their own. */
export interface Host {
  stdout: Output;
  stderr: Output;
  stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };
  env: Readonly<Record<string, string | undefined>>;
  /** Calls `listen` at each Ctrl-C; while nobody listens, Ctrl-C ends the program and its CLI. */
  onInterrupt(listen: () => void): () => void;
}
