import { readRecording } from '../../testing/recording/readRecording.js';
import type { Recording } from '../../testing/recording/recording.js';
import { defineCommand } from '../Command.js';
import { exitCodes } from '../exitCodes.js';
import type { Host } from '../Host.js';
import { oneLine } from '../printable.js';
import { stylesFor } from '../styles.js';
import { tellError } from '../tellError.js';
import { UsageError } from '../UsageError.js';
import { describeEvent } from './describeEvent.js';
import { playOneShot } from './playOneShot.js';
import { playSession } from './playSession.js';
import type { ReplayEvent } from './ReplayEvent.js';

export const replayCommand = defineCommand({
  name: 'replay',
  operands: '<file>',
  summary: 'Plays a recorded exchange through the runtime',
  notes: [
    'Nothing is started and nothing is sent: the file plays the CLI, and time stands still.',
    'The numbers are those of the lines after which something happened.',
    'Exits with 0 where the runtime came to its end with the last line, with 1 where it did not.',
  ],
  flags: {
    json: { kind: 'switch', help: 'Prints one line of JSON for each thing that happens' },
    verbose: { kind: 'switch', help: 'Shows the pieces of streamed messages too' },
  },
  async run({ values, operands }, host) {
    const [path, ...more] = operands;
    if (path === undefined) throw new UsageError('There is no file to play. Give its path.');
    if (more.length > 0) throw new UsageError(`One file at a time: leave "${more[0]}" out.`);
    const recording = await readRecording(path).catch((error: Error) => {
      throw new UsageError(error.message);
    });
    const tell = values.json ? jsonTeller(host) : textTeller(host, values.verbose ?? false);
    let line = 0;
    const show = (event: ReplayEvent) => tell(line, event);
    const play = recording.mode === 'session' ? playSession : playOneShot;
    const ended = await play(recording, show, (number) => {
      line = number;
    });
    const problem = problemOf(ended, recording);
    if (problem === undefined) return exitCodes.ok;
    tellError(new Error(`${path}: ${problem}`), host);
    return exitCodes.failed;
  },
});

function jsonTeller({ stdout }: Host) {
  return (line: number, event: ReplayEvent) => stdout.line(JSON.stringify({ line, ...event }));
}

function textTeller({ stdout, env }: Host, verbose: boolean) {
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
    // In a pipe a line may be as long as it is.
    const width = stdout.isTerminal ? Math.max(20, stdout.columns - 16) : Number.POSITIVE_INFINITY;
    const number = dim(String(line).padStart(5));
    stdout.line(`${number}  ${event.kind.padEnd(8)} ${colour(oneLine(text, width))}`);
  };
}

/** Where the runtime and the recording do not come to the same end. */
export function problemOf(ended: boolean, { lines }: Recording): string | undefined {
  if (lines.at(-1)?.entry.dir !== 'exit') {
    return 'it stops before the CLI exits; so does what is shown.';
  }
  if (ended) return undefined;
  return 'the CLI has exited, and the runtime still waits. Please report it with the recording.';
}
