import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { QueryRuntime } from '../../actors/queryRuntime.js';
import type { ClaudeActorsError } from '../../errors.js';
import { memoryPort } from '../../ffi/process/memoryPort.js';
import { type Query, query } from '../../Query.js';
import { outText, type Recording } from '../../testing/recording/recording.js';
import { simulatedClock } from '../../testing/simulatedClock.js';
import { errorEvent, type Show } from './ReplayEvent.js';

/** Plays the CLI's side of a recorded one-shot run to a real query; resolves with whether it has ended. */
export async function playOneShot(
  { lines }: Recording,
  show: Show,
  onLine: (number: number) => void,
): Promise<boolean> {
  const port = memoryPort();
  // What was asked is in the recording's command line, which this one does not run.
  const run = query('replay', { mode: 'oneShot', port, clock: simulatedClock() });
  const { actor } = run as { actor: QueryRuntime['actor'] };
  actor.on('stateChanged', ({ state }) => show({ kind: 'state', state }));
  let ended = false;
  read(run, show).then(() => {
    ended = true;
  });
  await turnOfTheLoop();
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
    await turnOfTheLoop();
    await turnOfTheLoop();
  }
  return ended;
}

async function read(run: Query, show: Show): Promise<void> {
  try {
    for await (const item of run.items()) {
      if (item.kind === 'message') show({ kind: 'message', message: item.message });
      else if (item.kind === 'error') show(errorEvent(item.error));
      else show({ kind: 'warning', code: item.warning.code, message: item.warning.message });
    }
    show({ kind: 'end', outcome: 'completed' });
  } catch (error) {
    const failure = error as ClaudeActorsError;
    show(errorEvent(failure));
    show({ kind: 'end', outcome: 'failed', code: failure.code });
  }
}
