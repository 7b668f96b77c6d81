import type { Signal } from '../../../../src/actors/observing/signal.js';
import type { Chart, UnnumberedRow } from '../../../../src/inspect/page/model/rows.js';
import { RowBuilder } from '../../../../src/inspect/page/report/RowBuilder.js';
import type { InspectLike } from '../../../../src/options/runtimeTypes.js';
import { startSession } from '../../../../src/startSession.js';
import { fakeCli } from '../../../../src/testing/fakeCli.js';

export interface RecordedRows {
  rows: UnnumberedRow[];
  charts: Chart[];
}

const firstTurn = [
  { thinking: 'Where are the tests?' },
  { text: 'I will run the tests first, and then write down what they say.' },
  { tool: 'Bash', input: { command: 'npm test' }, result: '42 passed', takes: 30 },
  { tool: 'Write', input: { file_path: 'report.md', content: '# Report' } },
  { text: 'I may not write the report.' },
];
const nextTurn = [
  { text: 'Once more.' },
  { tool: 'Bash', input: { command: 'false' }, error: 'exit code 1' },
  { text: 'It failed this time, so I will stop here.' },
];

/**
 * What a session of some turns reports to the page. Each turn takes ten times as long as it did, and
 * a pause follows it, so that there is something to see on a timeline.
 */
export async function recordTurns(
  isEnough: (turns: number, rows: number) => boolean,
): Promise<RecordedRows> {
  const signals: Signal[] = [];
  const inspect = { take: (signal: Signal) => void signals.push(signal) };
  const session = await startSession({
    options: {
      port: fakeCli({ tokens: { length: 4 }, turns: [firstTurn, nextTurn] }).port,
      includePartialMessages: true,
      hooks: { PreToolUse: [{ hooks: [async () => ({})] }] },
      canUseTool: async (tool) =>
        tool === 'Write' ? { behavior: 'deny', message: 'Not today.' } : { behavior: 'allow' },
      inspect: inspect as unknown as InspectLike,
    },
  });
  const builder = new RowBuilder('shown');
  const recorded: RecordedRows = { rows: [], charts: [] };
  let turn = 0;
  do {
    turn += 1;
    await session.send(`Message ${turn}`).result;
    const built = builder.build(signals.splice(0));
    recorded.rows.push(...built.rows.map((row) => stretched(row, turn)));
    recorded.charts.push(...built.charts);
  } while (!isEnough(turn, recorded.rows.length));
  await session.end();
  const { rows } = builder.build(signals.splice(0));
  recorded.rows.push(...rows.map((row) => stretched(row, turn)));
  return recorded;
}

let origin = 0;

/** Time is stretched, so that what took less than a millisecond can be seen. */
function stretched(row: UnnumberedRow, pauses: number): UnnumberedRow {
  if (row.kind === 'actor' && row.role === 'session') origin = row.at;
  const at = origin - 3_600_000 + (row.at - origin) * 10 + pauses * 100;
  return { ...row, at };
}

/** Posts rows to a page as a program would, in parts. */
export async function postRows(url: string, { rows, charts }: RecordedRows): Promise<void> {
  const source = { id: 'recorded', pid: 4711, title: 'recorded.mjs', content: 'shown' };
  for (let from = 0; from < rows.length || from === 0; from += 1_000) {
    const body = { source, charts: from === 0 ? charts : [], rows: rows.slice(from, from + 1_000) };
    const { status } = await fetch(`${url}rows`, { method: 'POST', body: JSON.stringify(body) });
    if (status !== 204) throw new Error(`the page refused rows: ${status}`);
  }
}
