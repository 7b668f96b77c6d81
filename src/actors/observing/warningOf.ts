import type { StreamWarning } from '../../machines/query/queryTypes.js';
import type { Warning } from '../../options/runtimeTypes.js';

/** A warning as users get it, with the message that it is about, if any. */
export function warningOf({ code, message, context, frame }: StreamWarning): Warning {
  return { code, message, context: frame ? { ...context, message: frame.message } : context };
}
