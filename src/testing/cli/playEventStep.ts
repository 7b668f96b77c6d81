import type { EventStep } from '../scenario.js';
import type { Cli } from './cli.js';
import { Interrupted } from './Timers.js';

const forever = 2 ** 31 - 1;

/** Plays a step that happens to the process, not to the model. */
export async function playEventStep(cli: Cli, step: EventStep, signal: AbortSignal): Promise<void> {
  if ('wait' in step) await cli.timers.sleep(step.wait, signal);
  else if ('stderr' in step) cli.output.stderr(step.stderr);
  else if ('garbage' in step) cli.output.line(step.garbage);
  else if ('halfLine' in step) cli.output.text(step.halfLine);
  else if ('closeStdin' in step) cli.pipes.closeStdin();
  else if ('closeStdout' in step) cli.output.close();
  else if ('frame' in step) cli.output.frame(step.frame);
  else if ('silence' in step) {
    cli.output.silence();
    await cli.timers.sleep(forever);
  } else {
    cli.exit('exit' in step ? { code: step.exit } : { signal: step.crash });
    throw new Interrupted();
  }
}
