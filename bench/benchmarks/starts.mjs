import { formatMedians } from '../harness/report.mjs';

/** How long from query() to the process, and from the CLI's first byte to the first message? */
export async function measure(context) {
  const start = { task: 'start', ...context.cliWithPlan({}) };
  const tasks = {
    ours: { ...start, contender: 'ours' },
    official: { ...start, contender: 'official' },
  };
  const warm = await context.compare(tasks, { rounds: context.size(21, 7) });
  const cold = await context.compare(tasks, { rounds: context.size(7, 3), freshProcess: true });
  const toSpawn = { wall: 'toSpawnMs', cpu: 'toSpawnCpuMs' };
  const toMessage = { wall: 'toMessageMs' };
  return [
    row('query() to the process spawned', warm, toSpawn, 3),
    row("of that, Node's spawn", warm, { wall: 'inSpawnMs' }),
    row("the CLI's first byte to the first message", warm, toMessage, 1),
    row('the first query() of a program to the process spawned', cold, toSpawn),
    row("its CLI's first byte to its first message", cold, toMessage),
  ];
}

/** `fields` has the name of the sample's field for each measure. */
function row(name, { ours, official }, fields, atMost) {
  const values = (samples, field) => samples?.map((sample) => sample[field]);
  const measures = Object.entries(fields).map(([by, field]) => [by, values(ours, field)]);
  return {
    name,
    by: 'wall',
    measures: Object.fromEntries(measures),
    unit: 'ms',
    ...(atMost && { target: { atMost } }),
    // A busy machine doubles the CPU time of a start.
    ...(fields.cpu && { shortTarget: { atMost: 10 } }),
    details: formatMedians({ official: values(official, fields.wall) }, 'ms'),
  };
}
