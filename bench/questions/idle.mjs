/** What does a session cost that has nothing to do? Our side only: its CLI is another process. */
export async function ask(stage) {
  const run = { task: 'idle', sessions: stage.size(1000, 300) };
  const { unused, used } = await stage.contest(
    { unused: { ...run, turns: 0 }, used: { ...run, turns: 1 } },
    { rounds: stage.size(3, 1), fresh: true },
  );
  const kb = (list) => list.map((answer) => answer.kb);
  return [
    {
      question: `heap of an idle session, each of ${run.sessions}`,
      by: 'heap',
      measures: { heap: kb(unused) },
      unit: 'KB',
      target: { atMost: 40 },
    },
    { question: 'the same after a turn', by: 'heap', measures: { heap: kb(used) }, unit: 'KB' },
  ];
}
