import { setImmediate as nextTick } from 'node:timers/promises';
import type { QueryRuntime } from '../../actors/QueryRuntime.js';
import type { ClaudeActorsError } from '../../errors.js';
import { memoryPort } from '../../ffi/process/memoryPort.js';
import type { InspectLike } from '../../options/runtimeTypes.js';
import { type Query, query } from '../../Query.js';
import { simulatedClock } from '../simulatedClock.js';
import { outText, type Recording } from './recording.js';
import { errorEvent, type ReplayListener } from './replayEvent.js';

/** Replays the CLI's side of a one-shot run with a real query. Resolves with whether it has ended. */
export async function playOneShot(
  { lines }: Recording,
  onEvent: ReplayListener,
  onLine: (number: number) => void,
  inspect?: InspectLike,
): Promise<boolean> {
  const port = memoryPort();
  const clock = simulatedClock();
  const run = query(promptOf(lines), { mode: 'oneShot', port, clock, inspect });
  const { actor } = run as { actor: QueryRuntime['actor'] };
  actor.on('stateChanged', ({ state }) => onEvent({ kind: 'state', state }));
  let hasEnded = false;
  readItems(run, onEvent).then(() => {
    hasEnded = true;
  });
  await nextTick();
  const [process] = port.processes;
  for (const { number, entry } of lines) {
    onLine(number);
    if (entry.dir === 'argv') process?.spawn(1);
    if (entry.dir === 'out') process?.stdout(outText(entry));
    if (entry.dir === 'exit') {
      if (entry.stderr) process?.stderr(entry.stderr);
      process?.endStdout();
      process?.exit({ code: entry.code ?? null, signal: entry.signal ?? null });
    }
    await nextTick();
    await nextTick();
  }
  return hasEnded;
}

/** The prompt was written to stdin, or follows `--` on the command line. */
function promptOf(lines: Recording['lines']): string {
  for (const { entry } of lines) {
    if (entry.dir === 'in' && entry.text !== undefined) return entry.text;
    const end = entry.dir === 'argv' ? entry.args.indexOf('--') : -1;
    if (entry.dir === 'argv' && end >= 0) return entry.args.slice(end + 1).join(' ');
  }
  // What the CLI was asked makes no difference to the replay.
  return 'replay';
}

async function readItems(run: Query, onEvent: ReplayListener): Promise<void> {
  try {
    for await (const item of run.items()) {
      if (item.kind === 'message') onEvent({ kind: 'message', message: item.message });
      else if (item.kind === 'error') onEvent(errorEvent(item.error));
      else onEvent({ kind: 'warning', code: item.warning.code, message: item.warning.message });
    }
    onEvent({ kind: 'end', outcome: 'completed' });
  } catch (error) {
    const failure = error as ClaudeActorsError;
    onEvent(errorEvent(failure));
    onEvent({ kind: 'end', outcome: 'failed', code: failure.code });
  }
}
