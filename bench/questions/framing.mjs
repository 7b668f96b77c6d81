import { timeRow } from '../harness/rows.mjs';

const [token, short, long] = [250, 1024, 64 * 1024 * 1024];
const time = { value: ({ ms }) => ms, unit: 'ms' };

/** What does it cost to cut bytes into lines, and does that cost depend on how long the lines are? */
export async function ask(stage) {
  const race = async (contenders) => {
    const run = { task: 'framing', contenders, rounds: stage.rounds };
    const { here } = await stage.contest({ here: run }, { rounds: 1, fresh: true });
    return here[0];
  };
  const longLine = async (name, way, target) => {
    const answers = await race({ long: [way, long], short: [way, short] });
    const question = `one line of 64 MiB, against 1 KiB lines: ${name}`;
    return timeRow({ ...time, question, answers, of: 'long', to: 'short', target });
  };
  const parsed = async (name, length) => {
    const answers = await race({
      ours: ['decoded', length],
      bare: ['bare', length],
      ndjson: ['ndjson', length],
    });
    const row = { ...time, answers, to: 'bare' };
    const question = `${name} from bytes to values, against split and JSON.parse`;
    return [
      ...timeRow({ ...row, question, of: 'ours' }),
      ...timeRow({ ...row, question: 'the same by the ndjson package', of: 'ndjson' }),
    ];
  };
  const decoded = await longLine('cut and decoded, frames let go', 'decoded', { atMost: 2 });
  if (stage.short) return decoded;
  return [
    ...(await longLine('cut', 'cut', { atMost: 2 })),
    ...(await longLine('cut, every text kept', 'kept', { atMost: 2 })),
    ...decoded,
    // A text of 64 MiB needs fresh memory; short ones that are let go take turns in the same.
    ...(await longLine('cut, every text read and let go', 'read')),
    ...(await parsed('250-byte lines', token)),
    ...(await parsed('1 KiB lines', short)),
  ];
}
