import { timeRow } from '../harness/rows.mjs';

const [tokenBytes, shortBytes, longBytes] = [250, 1024, 64 * 1024 * 1024];
const time = { value: ({ ms }) => ms, unit: 'ms' };

/** What does it cost to split bytes into lines, and does the length of the lines matter? */
export async function measure(context) {
  /** Runs strategies of tasks/framing.mjs, each with the length of its lines, in one process. */
  const compare = async (contenders) => {
    const framing = { task: 'framing', contenders, rounds: context.rounds };
    const { samples } = await context.compare(
      { samples: framing },
      { rounds: 1, freshProcess: true },
    );
    return samples[0];
  };
  const longLine = async (what, strategy, target) => {
    const samples = await compare({ long: [strategy, longBytes], short: [strategy, shortBytes] });
    const name = `one line of 64 MiB, against 1 KiB lines: ${what}`;
    return timeRow({ ...time, name, samples, subject: 'long', baseline: 'short', target });
  };
  const parsing = async (lines, length) => {
    const samples = await compare({
      ours: ['decode', length],
      bare: ['bare', length],
      ndjson: ['ndjson', length],
    });
    const row = { ...time, samples, baseline: 'bare' };
    const name = `${lines} from bytes to values, against split and JSON.parse`;
    return [
      ...timeRow({ ...row, name, subject: 'ours' }),
      ...timeRow({ ...row, name: 'the same with the ndjson package', subject: 'ndjson' }),
    ];
  };
  const decoded = await longLine('split and decoded, frames dropped', 'decode', { atMost: 2 });
  if (context.short) return decoded;
  return [
    ...(await longLine('split', 'split', { atMost: 2 })),
    ...(await longLine('split, every text kept', 'keepText', { atMost: 2 })),
    ...decoded,
    // No target: a text of 64 MiB needs fresh memory, while short texts reuse what was freed.
    ...(await longLine('split, every text read and dropped', 'readText')),
    ...(await parsing('250-byte lines', tokenBytes)),
    ...(await parsing('1 KiB lines', shortBytes)),
  ];
}
