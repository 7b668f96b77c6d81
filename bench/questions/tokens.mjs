import { shownMedians } from '../harness/report.mjs';
import { rateRow } from '../harness/rows.mjs';
import { quotients } from '../harness/statistics.mjs';
import { shapes } from '../support/preparedData.mjs';

/** In so many rounds V8 still compiles what is called once a chunk, and that is CPU time too. */
const earlyRounds = 6;

/** How fast do the tokens of an answer come, to one loop and to three? */
export async function ask(stage) {
  const count = stage.size(200_000, 100_000);
  const cli = stage.cliThat({ file: stage.file(shapes.deltas(count)) });
  const run = { task: 'stream', type: 'stream_event', count, ...cli };
  const entries = {
    ours: { ...run, who: 'ours' },
    bare: { ...run, who: 'bare' },
    official: { ...run, who: 'official' },
    'for await': { ...run, who: 'awaited' },
    'three readers': { ...run, task: 'readers', readers: 3 },
    'beside a turn': { ...run, task: 'readers', readers: 3, unreadTurn: true },
  };
  const all = await stage.contest(entries, { rounds: stage.size(earlyRounds + 13, 3) });
  const early = stage.size(earlyRounds, 0);
  const answers = part(all, early);
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
    ...shown('three readers beside an unread turn', answers, 'beside a turn', 'bare'),
    ...shown('a bare `for await` against a bare pipe', answers, 'for await', 'bare'),
    ...shown('tokens, query(), while V8 still compiles', part(all, 0, early), 'ours', 'bare'),
    ...memory(answers),
  ];
}

function part(answers, ...range) {
  const lists = Object.entries(answers).map(([name, list]) => [name, list.slice(...range)]);
  return Object.fromEntries(lists);
}

function shown(question, answers, of, to) {
  return answers[of].length > 0 ? rateRow({ question, answers, of, to }) : [];
}

function memory({ ours, bare, official }) {
  if (!official) return [];
  const mb = (list) => list.map(({ rssMb }) => rssMb);
  const lists = { ours: mb(ours), bare: mb(bare), official: mb(official) };
  const question = 'resident memory after the tokens, against the official SDK';
  const rss = quotients(lists.ours, lists.official, (value) => value);
  return [{ question, by: 'rss', measures: { rss }, seen: shownMedians(lists, 'MB') }];
}
