import type { Readable } from 'node:stream';

/** A child's stdout, bytes as they come. */
export interface OutputPipe {
  pause(): void;
  resume(): void;
}

/** What comes though it is paused is kept: when a child exits, Node sets its streams in motion again. */
export function outputPipe(
  stdout: Readable | null | undefined,
  onBytes: (bytes: Uint8Array) => void,
  onEnd: () => void,
): OutputPipe {
  const kept: Uint8Array[] = [];
  let paused = false;
  let stage: 'open' | 'ended' | 'told' = 'open';
  const goOn = () => {
    for (let bytes = kept[0]; bytes && !paused; bytes = kept[0]) {
      kept.shift();
      onBytes(bytes);
    }
    if (paused) return;
    stdout?.resume();
    tellEnd();
  };
  const end = () => {
    if (stage === 'open') stage = 'ended';
    tellEnd();
  };
  const tellEnd = () => {
    if (stage !== 'ended' || kept.length > 0) return;
    stage = 'told';
    onEnd();
  };
  stdout?.on('data', (bytes: Uint8Array) => {
    if (paused || kept.length > 0) kept.push(bytes);
    else onBytes(bytes);
  });
  // A stream that somebody has paused before is not set in motion by a listener.
  stdout?.resume();
  // After an error there is no `end`, after `destroy` neither; a socket that is half open only ends.
  stdout?.on('error', () => {});
  stdout?.once('end', end);
  stdout?.once('close', end);
  return {
    pause() {
      if (paused) return;
      paused = true;
      stdout?.pause();
    },
    resume() {
      if (!paused) return;
      paused = false;
      process.nextTick(goOn);
    },
  };
}
