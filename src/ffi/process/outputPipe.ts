import type { Readable } from 'node:stream';

/** A child's stdout, bytes as they come. */
export interface OutputPipe {
  pause(): void;
  resume(): void;
}

/**
 * Reads on demand and not by `data` events: when a child exits, Node sets every flowing stream in
 * motion again, paused or not.
 */
export function outputPipe(
  stdout: Readable | null | undefined,
  onBytes: (bytes: Uint8Array) => void,
  onEnd: () => void,
): OutputPipe {
  let paused = false;
  const read = () => {
    for (;;) {
      const bytes: Buffer | null | undefined = paused ? null : stdout?.read();
      if (!bytes) return;
      onBytes(bytes);
    }
  };
  stdout?.on('readable', read);
  // After an error there is no `end`; after `destroy` neither.
  stdout?.on('error', () => {});
  stdout?.once('close', onEnd);
  return {
    pause() {
      paused = true;
    },
    resume() {
      if (!paused) return;
      paused = false;
      process.nextTick(read);
    },
  };
}
