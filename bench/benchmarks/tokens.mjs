import { formatMedians } from '../harness/report.mjs';
import { rateRow } from '../harness/rows.mjs';
import { ratios } from '../harness/statistics.mjs';
import { shapes } from '../support/preparedData.mjs';

/** During these rounds V8 still compiles code that runs once per chunk, which costs CPU time too. */
const compilingRounds = 6;

/** How fast do streamed tokens arrive, with one loop reading them and with three? */
export async function measure(context) {
  const count = context.size(200_000, 100_000);
  const cli = context.cliWithPlan({ file: context.file(shapes.deltas(count)) });
  const stream = { task: 'stream', type: 'stream_event', count, ...cli };
  const readers = { ...stream, task: 'readers', readers: 3 };
  const all = await context.compare(
    {
      ours: { ...stream, contender: 'ours' },
      bare: { ...stream, contender: 'bare' },
      official: { ...stream, contender: 'official' },
      'for await': { ...stream, contender: 'forAwait' },
      'three readers': readers,
      'beside a turn': { ...readers, unreadTurn: true },
    },
    { rounds: context.size(compilingRounds + 13, 3) },
  );
  const compiling = context.size(compilingRounds, 0);
  const samples = slice(all, compiling);
  const row = (name, subject, baseline, atLeast) =>
    rateRow({ name, samples, subject, baseline, ...(atLeast && { target: { atLeast } }) });
  return [
    ...row('tokens, query(), against a bare pipe', 'ours', 'bare', 0.85),
    ...row('tokens, query(), against the official SDK', 'ours', 'official', 1.6),
    ...row('tokens, three readers, against a bare pipe', 'three readers', 'bare', 0.7),
    ...row('tokens, three readers and an unread turn', 'beside a turn', 'bare'),
    ...row('tokens, the smallest `for await`, against a bare pipe', 'for await', 'bare'),
    ...whileCompiling(slice(all, 0, compiling)),
    ...memory(samples),
  ];
}

function slice(samples, ...range) {
  const lists = Object.entries(samples).map(([name, list]) => [name, list.slice(...range)]);
  return Object.fromEntries(lists);
}

function whileCompiling(samples) {
  if (samples.ours.length === 0) return [];
  const name = 'tokens, query(), while V8 still compiles';
  return rateRow({ name, samples, subject: 'ours', baseline: 'bare' });
}

function memory({ ours, bare, official }) {
  if (!official) return [];
  const mb = (list) => list.map(({ rssMb }) => rssMb);
  const lists = { ours: mb(ours), bare: mb(bare), official: mb(official) };
  const name = 'resident memory after the tokens, against the official SDK';
  const rss = ratios(lists.ours, lists.official, (value) => value);
  return [{ name, by: 'rss', measures: { rss }, details: formatMedians(lists, 'MB') }];
}
