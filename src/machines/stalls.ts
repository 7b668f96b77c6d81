import { ClaudeActorsError } from '../errors.js';
import { knownOf, lastOutput } from './exitErrors.js';
import type { KnowsProcess } from './processTypes.js';
import type { Stalled } from './watchdogChart.js';

/** What the warning `Stalled` says. */
export function stallNotice({ phase, silentMs }: Stalled) {
  return {
    message: `Claude Code has sent nothing for ${silentMs} ms.`,
    context: { phase, silentMs },
  };
}

/** The error of a run that was stopped because the CLI was silent for too long. */
export function stallTimeout(
  { phase, silentMs }: Stalled,
  launch: KnowsProcess,
  run: 'session' | 'query',
): ClaudeActorsError {
  const known = knownOf(launch);
  const again = run === 'session' ? 'Start a new session with `resume`' : 'Run the query again';
  return new ClaudeActorsError(
    'StallTimeout',
    `Claude Code sent nothing for ${silentMs} ms, so the ${run} was stopped.${lastOutput(known)} ${again}, or raise \`stall.${phase}\`.`,
    { ...known, stage: phase, limit: silentMs },
  );
}
