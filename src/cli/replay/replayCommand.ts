import { playOneShot } from '../../testing/recording/playOneShot.js';
import { playSession } from '../../testing/recording/playSession.js';
import { readRecording } from '../../testing/recording/readRecording.js';
import type { Recording } from '../../testing/recording/recording.js';
import type { ReplayEvent } from '../../testing/recording/replayEvent.js';
import { defineCommand } from '../command.js';
import { exitCodes } from '../exitCodes.js';
import type { Host } from '../host.js';
import { oneLine, printError, stylesFor } from '../terminal.js';
import { UsageError } from '../UsageError.js';
import { describeEvent } from './describeEvent.js';

export const replayCommand = defineCommand({
  name: 'replay',
  operands: '<file>',
  summary: 'Replay a recorded session through the library',
  notes: [
    'It starts no process and sends nothing: the file plays the CLI, and the clock stands still.',
    'The number before each event is the line of the file that caused it.',
    'Exits with 0 if the session ends with the last line of the file, and with 1 if it does not.',
  ],
  flags: {
    json: { kind: 'switch', help: 'Print each event as one line of JSON' },
    verbose: { kind: 'switch', help: 'Show streamed parts of messages too' },
  },
  async run({ values, operands }, host) {
    const [path, ...more] = operands;
    if (path === undefined) throw new UsageError('No recording. Pass the path of a file.');
    if (more.length > 0) throw new UsageError(`Only one file at a time. Remove "${more[0]}".`);
    const recording = await readRecording(path).catch((error: Error) => {
      throw new UsageError(error.message);
    });
    const print = values.json ? jsonPrinter(host) : textPrinter(host, values.verbose ?? false);
    let line = 0;
    const onEvent = (event: ReplayEvent) => print(line, event);
    const play = recording.mode === 'session' ? playSession : playOneShot;
    const ended = await play(recording, onEvent, (number) => {
      line = number;
    });
    const problem = problemOf(ended, recording);
    if (problem === undefined) return exitCodes.ok;
    printError(new Error(`${path}: ${problem}`), host);
    return exitCodes.failed;
  },
});

function jsonPrinter({ stdout }: Host) {
  return (line: number, event: ReplayEvent) =>
    stdout.data(`${JSON.stringify({ line, ...event })}\n`);
}

function textPrinter({ stdout, env }: Host, verbose: boolean) {
  const { dim, yellow, red, bold } = stylesFor(stdout, env);
  const colours: Partial<Record<ReplayEvent['kind'], (text: string) => string>> = {
    state: bold,
    warning: yellow,
    error: red,
    end: bold,
  };
  return (line: number, event: ReplayEvent) => {
    const text = describeEvent(event, verbose);
    if (text === undefined) return;
    const colour = colours[event.kind] ?? ((plain: string) => plain);
    // Only a terminal needs short lines.
    const width = stdout.isTerminal ? Math.max(20, stdout.columns - 16) : Number.POSITIVE_INFINITY;
    const number = dim(String(line).padStart(5));
    stdout.line(`${number}  ${event.kind.padEnd(8)} ${colour(oneLine(text, width))}`);
  };
}

/** Why the session did not end together with the recording. Undefined if it did. */
export function problemOf(ended: boolean, { lines }: Recording): string | undefined {
  if (lines.at(-1)?.entry.dir !== 'exit') {
    return 'the recording stops before the CLI exits, so the replay is incomplete.';
  }
  if (ended) return undefined;
  return 'the CLI has exited, but the session is still waiting. This is a bug: please report it and attach the recording.';
}
