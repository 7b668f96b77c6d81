/** How much memory does an idle session need? In our process only: its CLI is another process. */
export async function measure(context) {
  const idle = { task: 'idle', sessions: context.size(1000, 300) };
  const { unused, used } = await context.compare(
    { unused: { ...idle, turns: 0 }, used: { ...idle, turns: 1 } },
    { rounds: context.size(3, 1), freshProcess: true },
  );
  const kb = (samples) => samples.map((sample) => sample.kb);
  return [
    {
      name: `heap of an idle session, each of ${idle.sessions}`,
      by: 'heap',
      measures: { heap: kb(unused) },
      unit: 'KB',
      target: { atMost: 40 },
    },
    { name: 'the same after a turn', by: 'heap', measures: { heap: kb(used) }, unit: 'KB' },
  ];
}
