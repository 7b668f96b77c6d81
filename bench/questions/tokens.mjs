import { shownMedians } from '../harness/report.mjs';
import { rateRow } from '../harness/rows.mjs';
import { quotients } from '../harness/statistics.mjs';
import { shapes } from '../support/preparedData.mjs';

/** How fast do the tokens of an answer come, to one loop and to three? */
export async function ask(stage) {
  const count = stage.size(200_000, 100_000);
  const cli = stage.cliThat({ file: stage.file(shapes.deltas(count)) });
  const run = { task: 'stream', type: 'stream_event', count, ...cli };
  const entries = {
    ours: { ...run, who: 'ours' },
    bare: { ...run, who: 'bare' },
    official: { ...run, who: 'official' },
    'three readers': { ...run, task: 'readers', readers: 3 },
  };
  const answers = await stage.contest(entries, { rounds: stage.size(11, 3) });
  const compared = (question, of, to, target) =>
    rateRow({
      question,
      answers,
      of,
      to,
      target: { atLeast: target },
    });
  return [
    ...compared('tokens, query(), against a bare pipe', 'ours', 'bare', 0.85),
    ...compared('tokens, query(), against the official SDK', 'ours', 'official', 1.6),
    ...compared('tokens, three readers, against a bare pipe', 'three readers', 'bare', 0.7),
    ...memory(answers),
  ];
}

function memory({ ours, bare, official }) {
  if (!official) return [];
  const mb = (list) => list.map(({ rssMb }) => rssMb);
  const lists = { ours: mb(ours), bare: mb(bare), official: mb(official) };
  const question = 'resident memory after the tokens, against the official SDK';
  const rss = quotients(lists.ours, lists.official, (value) => value);
  return [{ question, by: 'rss', measures: { rss }, seen: shownMedians(lists, 'MB') }];
}
