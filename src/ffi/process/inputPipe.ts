import type { Writable } from 'node:stream';
import { ClaudeActorsError } from '../../errors.js';
import type { ProcessHandle } from './port.js';

type WriteCallback = (error?: ClaudeActorsError) => void;

/**
 * The stdin of a child process. Errors go to the callback of the write and are never thrown. If the
 * stream itself throws, `onThrow` hears of it, too: it will never take another write.
 *
 * The first line in a tick is written at once, because the CLI is waiting for it. Further lines in
 * the same tick are written together: each write may wake up the child, and that costs more than
 * the line itself.
 */
export function inputPipe(
  stdin: Writable | null | undefined,
  pid: number | undefined,
  onThrow?: (cause: unknown) => void,
): Pick<ProcessHandle, 'write' | 'end'> {
  let isFirstOfTick = true;
  let thrown: unknown;
  let queuedText = '';
  let queuedCallbacks: WriteCallback[] | undefined;
  stdin?.on('error', () => {});

  const writeNow = (text: string, callback: WriteCallback) => {
    try {
      // A write after `end()` would destroy the pipe and lose what is still buffered.
      if (thrown || !stdin?.writable) {
        process.nextTick(callback, writeFailedError(pid, thrown));
        return;
      }
      stdin.write(text, (error) => {
        // If `destroy()` cuts a write off, Node reports success.
        callback(error || stdin.destroyed ? writeFailedError(pid, error ?? undefined) : undefined);
      });
    } catch (cause) {
      // A user's own stream may throw. Node then believes forever that a write is in progress.
      thrown = cause;
      process.nextTick(callback, writeFailedError(pid, cause));
      if (onThrow) process.nextTick(onThrow, cause);
    }
  };
  const flush = () => {
    isFirstOfTick = true;
    if (!queuedCallbacks) return;
    const [text, callbacks] = [queuedText, queuedCallbacks];
    queuedText = '';
    queuedCallbacks = undefined;
    writeNow(text, (error) => {
      for (const callback of callbacks) callback(error);
    });
  };

  return {
    write(line, callback) {
      if (isFirstOfTick) {
        isFirstOfTick = false;
        writeNow(line, callback);
        // Runs after the write's callback if the pipe had room, so lines that waited for that
        // callback are written together too.
        process.nextTick(flush);
        return;
      }
      queuedText += line;
      if (queuedCallbacks) queuedCallbacks.push(callback);
      else queuedCallbacks = [callback];
    },
    end() {
      flush();
      if (stdin?.writable) stdin.end();
    },
  };
}

/** The error for a write to a process that has exited or whose stdin is closed. */
export function writeFailedError(pid: number | undefined, cause?: unknown): ClaudeActorsError {
  return new ClaudeActorsError(
    'WriteFailed',
    'Could not write to Claude Code: the process has exited or its stdin is closed. Start a new session and send this again.',
    pid === undefined ? {} : { pid },
    cause === undefined ? undefined : { cause },
  );
}
