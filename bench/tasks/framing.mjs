import ndjson from 'ndjson';
import { decodeText } from '../../.cache/modules/codec/frames.js';
import { LineSplitter } from '../../.cache/modules/codec/LineSplitter.js';
import { Stopwatch } from '../support/Stopwatch.mjs';

const totalBytes = 64 * 1024 * 1024;
const chunkBytes = 64 * 1024;

const textOf = (line) => (typeof line === 'string' ? line : line.text);
const decode = (line) => decodeText(textOf(line));

/** What can be done with the chunks of a pipe. */
const strategies = {
  split: (chunks) => ours(chunks, () => {}),
  keepText(chunks) {
    const kept = [];
    ours(chunks, (line) => kept.push(textOf(line)));
  },
  decode: (chunks) => ours(chunks, decode),
  readText: (chunks) => ours(chunks, textOf),
  bare: (chunks) => bare(chunks, JSON.parse),
  ndjson: withNdjson,
};

/** Times each contender, `[strategy, length of a line]`, in turn and in this one process. */
export async function run({ contenders, rounds }) {
  const lengths = new Set(Object.values(contenders).map(([, length]) => length));
  const data = new Map([...lengths].map((length) => [length, chunksOf(length)]));
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, [strategy, length]] of Object.entries(contenders)) {
      globalThis.gc();
      const watch = new Stopwatch();
      await strategies[strategy](data.get(length));
      // The first round warms up the compiler and does not count.
      if (round > 0) times[name].push(watch.read());
    }
  }
  return times;
}

/** `totalBytes` of JSON lines, each `length` bytes long, in chunks of the size that a pipe delivers. */
function chunksOf(length) {
  const line = Buffer.from(`{"type":"x","text":"${'a'.repeat(length - 23)}"}\n`);
  const bytes = Buffer.alloc(Math.floor(totalBytes / line.length) * line.length, line);
  const chunks = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    chunks.push(bytes.subarray(at, at + chunkBytes));
  }
  return chunks;
}

function ours(chunks, onLine) {
  const splitter = new LineSplitter(2 * totalBytes);
  for (const chunk of chunks) {
    for (const line of splitter.push(chunk)) onLine(line);
  }
}

/** What a simple program does: decode each chunk, concatenate, split at newlines. */
function bare(chunks, onLine) {
  let rest = '';
  for (const chunk of chunks) {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop();
    for (const part of parts) onLine(part);
  }
}

function withNdjson(chunks) {
  return new Promise((resolve, reject) => {
    const stream = ndjson.parse();
    stream.on('data', () => {});
    stream.on('error', reject);
    stream.on('end', resolve);
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
  });
}
