import type { ToolInput, ToolStep } from '../scenario.js';
import type { ToolBlock } from './answer.js';
import { givenOutcome, type Outcome } from './builtInTools.js';
import type { Cli } from './Cli.js';
import { runBash } from './runBash.js';
import type { Task } from './Tasks.js';

/** Runs a command in the background; the tool has its result at once. */
export function startShell(cli: Cli, { id, step }: ToolBlock, input: ToolInput): Outcome {
  const { tasks, state } = cli;
  const description = String(input.description ?? input.command ?? '');
  const task = tasks.begin({
    kind: 'local_bash',
    toolUseId: id,
    description,
    isBackground: true,
    afterwards: step.afterwards ?? [{ text: 'Noted.' }],
  });
  run(cli, task, step, input).then(
    (outcome) => {
      const how = outcome.ok
        ? 'completed (exit code 0)'
        : `failed (${outcome.error.split('\n')[0]})`;
      const summary = `Background command "${description}" ${how}`;
      tasks.end(task, outcome.ok ? 'completed' : 'failed', summary);
    },
    () => {
      // The model does not hear of a command that was stopped, but the host hears that all is quiet.
      if (state.is === 'idle') state.tell();
    },
  );
  const where = `Output is being written to: ${tasks.outputFile(task)}`;
  const advice =
    'You will be notified when it completes. To check interim output, use Read on that file path.';
  return {
    ok: true,
    content: `Command running in background with ID: ${task.id}. ${where}. ${advice}`,
    result: {
      stdout: '',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
      backgroundTaskId: task.id,
    },
    isErrorTold: true,
  };
}

async function run(
  cli: Cli,
  { stopping }: Task,
  step: ToolStep,
  input: ToolInput,
): Promise<Outcome> {
  const outcome = givenOutcome(step) ?? (await runBash(cli, input, stopping.signal));
  await cli.timers.sleep(step.takes ?? outcome.takes ?? 0, stopping.signal);
  return outcome;
}
