import type { Signal } from '../../../src/actors/observing/signal.js';
import type { Chart, UnnumberedRow } from '../../../src/inspect/page/model/rows.js';
import { RowBuilder } from '../../../src/inspect/page/report/RowBuilder.js';
import type { InspectLike } from '../../../src/options/runtimeTypes.js';
import { startSession } from '../../../src/startSession.js';
import { fakeCli } from '../../../src/testing/fakeCli.js';

export interface RecordedRows {
  rows: UnnumberedRow[];
  charts: Chart[];
}

const firstTurn = [
  { thinking: 'Where are the tests?' },
  { text: 'I will run the tests first, and then write down what they say.' },
  { tool: 'Bash', input: { command: 'npm test' }, result: '42 passed', takes: 30 },
  { tool: 'Write', input: { file_path: 'report.md', content: '# Report\nAll is "well".' } },
  { text: 'I may not write the report.' },
];
const nextTurn = [
  { text: 'Once more.' },
  { tool: 'Bash', input: { command: 'false' }, error: 'exit code 1' },
  { text: 'It failed this time, so I will stop here.' },
];

/** What a session of some turns reports to the page, with a pause after each turn. */
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
    recorded.rows.push(...spaced(built.rows, recorded.rows.length, turn));
    recorded.charts.push(...built.charts);
  } while (!isEnough(turn, recorded.rows.length));
  await session.end();
  const { rows } = builder.build(signals.splice(0));
  recorded.rows.push(...spaced(rows, recorded.rows.length, turn));
  return recorded;
}

/** An hour ago. */
const start = Date.now() - 3_600_000;
const rowMs = 5;
const pauseMs = 100;

/** Rows are evenly spaced: the page looks the same however busy the machine was. */
function spaced(rows: readonly UnnumberedRow[], before: number, pauses: number): UnnumberedRow[] {
  return rows.map((row, index) => {
    return { ...row, at: start + (before + index) * rowMs + pauses * pauseMs };
  });
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
