import { LineQueue } from './LineQueue.js';
import type { ProcessContext, ProcessInput } from './processTypes.js';

export function startingContext(input: ProcessInput): ProcessContext {
  return {
    launch: input.launch,
    owner: input.owner,
    shutdown: input.shutdown,
    writeTimeoutMs: input.writeTimeoutMs,
    outputAfterExitMs: input.outputAfterExitMs,
    timings: input.shutdown.end,
    stopping: false,
    lines: new LineQueue(),
    inPipe: 0,
    outputEnded: false,
    errorsEnded: false,
    exit: { code: null, signal: null, orphansKilled: 0, stderrTail: '' },
  };
}
