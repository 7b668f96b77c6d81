import { ClaudeActorsError } from '../../../errors.js';
import type { PlayedProcess } from '../play/PlayedProcess.js';
import type { Hands, Stage } from '../play/Stage.js';
import type { QueryDriver } from './QueryDriver.js';
import { queryControls, queryMessages } from './queryFrames.js';
import type { QueryStimulus } from './queryStimuli.js';

const lines = {
  notJson: 'this is no JSON\n',
  badUtf8: Uint8Array.of(0xff, 0x0a),
  noType: '{}\n',
  // The line ends, so that the next one can be read; up to there it is dropped.
  oversize: `${'x'.repeat(5 * 2 ** 20)}\n`,
  large: 'x'.repeat(2 ** 20),
  cutOff: '{"type":',
} as const;

// Two at once: one alone would go to a reader that waits, and be kept by nobody.
const flood = { type: 'system', subtype: 'status', text: 'x'.repeat(10_000) };

async function act<App>(
  stimulus: QueryStimulus,
  { process, driver, clock, ask }: Stage<App, QueryDriver<App>>,
): Promise<void> {
  switch (stimulus.type) {
    case 'spawnFail':
      return process.fail(new ClaudeActorsError('CliNotFound', 'The CLI is not there.'));
    case 'message':
      return process.say(queryMessages[stimulus.kind]);
    case 'result': {
      const isError = stimulus.isError === true;
      const subtype = isError ? 'error_during_execution' : 'success';
      return process.say({ type: 'result', subtype, is_error: isError });
    }
    case 'flood':
      return process.sayAtOnce([flood, flood]);
    case 'line':
      process.write(lines[stimulus.kind]);
      if (stimulus.kind === 'cutOff') process.endOutput();
      return;
    case 'control':
      return process.say(queryControls[stimulus.kind]);
    case 'outputEnded':
      return process.endOutput();
    case 'exit':
      return process.exit({ code: stimulus.code });
    case 'time':
      return clock.increment(stimulus.ms);
    case 'close':
      return ask((app) => driver.stop?.(app));
    case 'interrupt':
      return ask((app) => driver.interrupt?.(app));
    // The application reads by itself.
    case 'pull':
      return;
    default:
      throw new Error(`A path cannot do "${stimulus.type}" to an application.`);
  }
}

function oblige(process: PlayedProcess): void {
  process.serve();
}

/** How the steps of a query's life are done to a real application. */
export const queryHands: Hands<QueryStimulus, unknown, QueryDriver> = {
  awaits: (driver) => ({ outcome: (app) => driver.outcome(app) }),
  act,
  oblige,
};
