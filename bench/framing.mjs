// What does it cost to cut bytes into lines, and does that cost depend on how long the lines are?
import ndjson from 'ndjson';
import { decodeText } from '../dist/codec/frames.js';
import { LineSplitter } from '../dist/codec/framing.js';
import { race, table } from './harness.mjs';

const MiB = 1024 * 1024;
const total = 64 * MiB;
const chunkSize = 64 * 1024;
const rounds = 7;

/** `total` bytes of JSON lines of `length` bytes each, in chunks as a pipe gives them. */
function chunksOf(length) {
  const line = Buffer.from(`{"type":"x","text":"${'a'.repeat(length - 23)}"}\n`);
  const bytes = Buffer.alloc(Math.floor(total / line.length) * line.length, line);
  const chunks = [];
  for (let at = 0; at < bytes.length; at += chunkSize) {
    chunks.push(bytes.subarray(at, at + chunkSize));
  }
  return chunks;
}

function ours(chunks, onLine) {
  const splitter = new LineSplitter(2 * total);
  for (const chunk of chunks) {
    for (const line of splitter.push(chunk)) onLine(line);
  }
}

/** What a plain program does: decode each chunk, concatenate, cut at newlines. */
function bare(chunks, onLine) {
  let rest = '';
  for (const chunk of chunks) {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop();
    for (const part of parts) onLine(part);
  }
}

function oracle(chunks) {
  return new Promise((resolve, reject) => {
    const stream = ndjson.parse();
    stream.on('data', () => {});
    stream.on('error', reject);
    stream.on('end', resolve);
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
  });
}

const short = chunksOf(1024);
const tokens = chunksOf(250);
const long = chunksOf(total);

const textOf = (line) => (typeof line === 'string' ? line : line.text);
const decode = (line) => decodeText(textOf(line));

/** What is done with the lines, and how much more the one long line may cost than the short ones. */
const ways = [
  ['cut', 2, (chunks) => ours(chunks, () => {})],
  [
    'cut, every text kept',
    2,
    (chunks) => {
      const kept = [];
      ours(chunks, ({ text }) => kept.push(text));
    },
  ],
  ['cut and decoded, frames let go', 2, (chunks) => ours(chunks, decode)],
  // A text of 64 MiB needs fresh memory; short ones that are let go take turns in the same.
  ['cut, every text read and let go', Infinity, (chunks) => ours(chunks, ({ text }) => text)],
];
const rows = [['64 MiB in 64 KiB chunks', '1 KiB lines, ms', 'one line, ms', 'ratio', 'limit']];
let missed = false;
for (const [name, limit, way] of ways) {
  const times = await race({ short: () => way(short), long: () => way(long) }, { rounds });
  const ratio = times.long / times.short;
  missed ||= ratio > limit;
  const shown = limit === Infinity ? 'none' : limit;
  rows.push([name, times.short.toFixed(0), times.long.toFixed(0), ratio.toFixed(2), shown]);
}
table(rows);
console.log(`Medians of ${rounds} rounds taken in turn; the ratio may not pass the limit.\n`);

for (const [name, chunks] of [
  ['250-byte lines', tokens],
  ['1 KiB lines', short],
]) {
  const parsing = await race(
    {
      'LineSplitter + decodeText': () => ours(chunks, decode),
      'bare split + JSON.parse': () => bare(chunks, JSON.parse),
      'ndjson package': () => oracle(chunks),
    },
    { rounds: 5 },
  );
  const base = parsing['bare split + JSON.parse'];
  table([
    [`${name}, parsed`, 'ms', 'time against bare'],
    ...Object.entries(parsing).map(([who, ms]) => [who, ms.toFixed(0), (ms / base).toFixed(2)]),
  ]);
  console.log();
}

if (missed) {
  console.log('A long line costs more than its limit allows.');
  process.exitCode = 1;
}
