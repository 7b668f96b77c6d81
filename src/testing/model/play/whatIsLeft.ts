import type { Followed } from './Followed.js';
import type { PlayedProcess } from './PlayedProcess.js';

interface Open {
  started: Followed | undefined;
  asked: readonly Followed[];
  closed: Followed | undefined;
  processes: readonly PlayedProcess[];
  patienceMs: number;
}

/** What is not over, though all should be; with the step that it is about, where there is one. */
export function whatIsLeft({ started, asked, closed, processes, patienceMs }: Open): {
  problem: string;
  at?: number;
} {
  if (!started?.isSettled) {
    return { problem: `\`start\` has not settled ${patienceMs} ms after the end.` };
  }
  const hung = asked.find(({ isSettled }) => !isSettled);
  if (hung) {
    const { step, index: at } = hung;
    const which = at < 0 ? '' : ` (step ${at + 1})`;
    const problem = `"${step}"${which} has never settled: the application left whoever asked for it hanging, ${patienceMs} ms after the end.`;
    return { problem, at };
  }
  if (closed && !closed.isSettled) {
    return { problem: `\`close\` has not settled after ${patienceMs} ms.` };
  }
  const alive = processes.filter(({ isDone }) => !isDone).length;
  if (alive === 0) return { problem: 'The session has not come to its end.' };
  const problem = `${alive} of ${processes.length} CLI processes are left: the application closed and did not end them.`;
  return { problem };
}
