import { randomUUID } from 'node:crypto';
import type { Signal, SignalReceiver } from '../../actors/observing/signal.js';
import { errorCategories } from '../../errors.js';
import type { Content, InspectLike } from '../../options/runtimeTypes.js';
import { redact } from '../../secrets/redact.js';
import { playOneShot } from '../../testing/recording/playOneShot.js';
import { playSession } from '../../testing/recording/playSession.js';
import type { Recording } from '../../testing/recording/recording.js';
import type { Chart, Report, UnnumberedRow } from '../page/model/rows.js';
import { ProcessRowBuilder } from '../page/report/ProcessRowBuilder.js';
import { RowBuilder } from '../page/report/RowBuilder.js';
import { lineTimes } from './lineTimes.js';

type Writable = Report & { rows: UnnumberedRow[]; charts: Chart[] };

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
  const report: Writable = {
    source: { id: randomUUID(), pid: 0, title: redact(title), content },
    charts: [],
    rows: [],
    bye: true,
  };
  let at = times.get(recording.lines[0]?.number) ?? 0;
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
  addRecordedError(report, recording, at);
  return report;
}

/** The clock of a replay stands still, so an error after a timeout comes from the file alone. */
function addRecordedError(report: Writable, { lines }: Recording, at: number): void {
  const last = lines.at(-1)?.entry;
  const error = last?.dir === 'exit' ? last.error : undefined;
  const owner = report.rows.find(
    (row) => row.kind === 'actor' && (row.role === 'session' || row.role === 'query'),
  );
  if (!error || owner?.kind !== 'actor') return;
  const { code, message } = error;
  // Codes are always shown. One that this library does not have could be anything.
  if (!Object.hasOwn(errorCategories, code)) return;
  if (report.rows.some((row) => row.kind === 'problem' && row.code === code)) return;
  const builder = new ProcessRowBuilder(owner.id, report.source.content);
  const row = builder.problem('error', { code, message: String(message ?? code) });
  report.rows.push({ ...row, at, system: owner.system });
}

/** The process of a replay is in memory. The page shows the command line that was recorded. */
function asRecorded(signal: Signal, { lines }: Recording): Signal {
  const [first] = lines;
  if (signal.kind !== 'spawned' || first?.entry.dir !== 'argv') return signal;
  return { ...signal, pid: undefined, command: { ...signal.command, args: first.entry.args } };
}
