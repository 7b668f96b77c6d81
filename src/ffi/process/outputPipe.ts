import type { Readable } from 'node:stream';

export interface OutputPipe {
  pause(): void;
  resume(): void;
}

/**
 * The stdout of a child process, as raw bytes. Bytes that arrive while it is paused are buffered:
 * when a child exits, Node resumes its streams whether we paused them or not.
 */
export function outputPipe(
  stdout: Readable | null | undefined,
  onBytes: (bytes: Uint8Array) => void,
  onEnd: () => void,
): OutputPipe {
  const buffered: Uint8Array[] = [];
  let isPaused = false;
  let stage: 'open' | 'ended' | 'endReported' = 'open';
  const deliverBuffered = () => {
    for (let bytes = buffered[0]; bytes && !isPaused; bytes = buffered[0]) {
      buffered.shift();
      onBytes(bytes);
    }
    if (isPaused) return;
    stdout?.resume();
    reportEnd();
  };
  const end = () => {
    if (stage === 'open') stage = 'ended';
    reportEnd();
  };
  const reportEnd = () => {
    if (stage !== 'ended' || buffered.length > 0) return;
    stage = 'endReported';
    onEnd();
  };
  stdout?.on('data', (bytes: Uint8Array) => {
    if (isPaused || buffered.length > 0) buffered.push(bytes);
    else onBytes(bytes);
  });
  // Adding a listener does not resume a stream that somebody paused before.
  stdout?.resume();
  // There is no `end` after an error or after `destroy()`, and no `close` for a half-open socket.
  stdout?.on('error', () => {});
  stdout?.once('end', end);
  stdout?.once('close', end);
  return {
    pause() {
      if (isPaused) return;
      isPaused = true;
      stdout?.pause();
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      process.nextTick(deliverBuffered);
    },
  };
}
