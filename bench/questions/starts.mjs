import { shownMedians } from '../harness/report.mjs';

/** How long from query() to the process, and from the CLI's first byte to the first message? */
export async function ask(stage) {
  const run = { task: 'start', ...stage.cliThat({}) };
  const entries = { ours: { ...run, who: 'ours' }, official: { ...run, who: 'official' } };
  const next = await stage.contest(entries, { rounds: stage.size(21, 7) });
  const first = await stage.contest(entries, { rounds: stage.size(7, 3), fresh: true });
  const spawned = { wall: 'toSpawnMs', cpu: 'toSpawnCpuMs' };
  const heard = { wall: 'toMessageMs' };
  return [
    row('query() to the process spawned', next, spawned, 3),
    row("of that, Node's spawn", next, { wall: 'inSpawnMs' }),
    row("the CLI's first byte to the first message", next, heard, 1),
    row('the first query() of a program to the process spawned', first, spawned),
    row("its CLI's first byte to its first message", first, heard),
  ];
}

function row(question, { ours, official }, fields, atMost) {
  const of = (list, field) => list?.map((answer) => answer[field]);
  const measures = Object.entries(fields).map(([name, field]) => [name, of(ours, field)]);
  return {
    question,
    by: 'wall',
    measures: Object.fromEntries(measures),
    unit: 'ms',
    ...(atMost && { target: { atMost } }),
    // A busy machine doubles it.
    ...(fields.cpu && { reached: { atMost: 10 } }),
    seen: shownMedians({ official: of(official, fields.wall) }, 'ms'),
  };
}
