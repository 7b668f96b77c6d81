import ndjson from 'ndjson';
import { decodeText } from '../../.cache/modules/codec/frames.js';
import { LineSplitter } from '../../.cache/modules/codec/framing.js';
import { Stopwatch } from '../support/Stopwatch.mjs';

const total = 64 * 1024 * 1024;
const chunkSize = 64 * 1024;

const textOf = (line) => (typeof line === 'string' ? line : line.text);
const decode = (line) => decodeText(textOf(line));

/** What is done with the chunks of a pipe. */
const ways = {
  cut: (chunks) => ours(chunks, () => {}),
  kept(chunks) {
    const kept = [];
    ours(chunks, (line) => kept.push(textOf(line)));
  },
  decoded: (chunks) => ours(chunks, decode),
  read: (chunks) => ours(chunks, textOf),
  bare: (chunks) => bare(chunks, JSON.parse),
  ndjson: oracle,
};

/** The contenders are [way, length of the lines] by name; all in one process, in turn. */
export async function run({ contenders, rounds }) {
  const lengths = new Set(Object.values(contenders).map(([, length]) => length));
  const data = new Map([...lengths].map((length) => [length, chunksOf(length)]));
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, [way, length]] of Object.entries(contenders)) {
      globalThis.gc();
      const watch = new Stopwatch();
      await ways[way](data.get(length));
      // The first round warms up the compiler and does not count.
      if (round > 0) times[name].push(watch.read());
    }
  }
  return times;
}

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
