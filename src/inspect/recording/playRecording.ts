import { randomUUID } from 'node:crypto';
import type { Signal, SignalReceiver } from '../../actors/observing/signal.js';
import { playOneShot } from '../../cli/replay/playOneShot.js';
import { playSession } from '../../cli/replay/playSession.js';
import type { Content, InspectLike } from '../../options/runtimeTypes.js';
import type { Recording } from '../../testing/recording/recording.js';
import type { Report } from '../page/model/rows.js';
import { RowBuilder } from '../page/report/RowBuilder.js';
import { lineTimes } from './lineTimes.js';

/**
 * Plays a recording through the library, and returns what the page would have been told while it
 * was recorded. So a file has all views of a running session: actors, charts and events included.
 */
export async function playRecording(
  recording: Recording,
  { title, content }: { title: string; content: Content },
): Promise<Report> {
  const times = new Map(
    lineTimes(recording).map((at, index) => [recording.lines[index]?.number, at] as const),
  );
  const builder = new RowBuilder(content);
  const report: Report & { rows: Report['rows'][number][]; charts: Report['charts'][number][] } = {
    source: { id: randomUUID(), pid: 0, title, content },
    charts: [],
    rows: [],
    bye: true,
  };
  let at = 0;
  let signals: Signal[] = [];
  const receiver: SignalReceiver = {
    take: (signal) => void signals.push(asRecorded({ ...signal, at }, recording)),
  };
  // A new actor has no context yet when its signal comes, so a line is read once it was played.
  const readSignals = () => {
    const { rows, charts } = builder.build(signals);
    report.rows.push(...rows);
    report.charts.push(...charts);
    signals = [];
  };
  const onLine = (number: number) => {
    readSignals();
    at = times.get(number) ?? at;
  };
  const play = recording.mode === 'session' ? playSession : playOneShot;
  await play(recording, () => {}, onLine, receiver as InspectLike);
  readSignals();
  return report;
}

/** The process of a replay is in memory. The page shows the command line that was recorded. */
function asRecorded(signal: Signal, { lines }: Recording): Signal {
  const [first] = lines;
  if (signal.kind !== 'spawned' || first?.entry.dir !== 'argv') return signal;
  return { ...signal, pid: undefined, command: { ...signal.command, args: first.entry.args } };
}
