import { type JsonFields, numberIn, shownText, textIn } from './json.js';
import type { Problem } from './story.js';

/** The turn was interrupted, which is no error. */
export function isAborted(frame: JsonFields): boolean {
  return textIn(frame.terminal_reason)?.startsWith('aborted') ?? false;
}

/** What a result says went wrong; undefined if nothing did. */
export function turnErrorOf(frame: JsonFields): Problem | undefined {
  if (frame.is_error !== true || isAborted(frame)) return undefined;
  const { subtype, terminal_reason: reason, errors, result } = frame;
  const hasSubtype = typeof subtype === 'string' && subtype !== 'success';
  const listed = Array.isArray(errors) ? errors.flatMap((one) => shownText(one) ?? []) : [];
  const message = shownText(result) ?? (listed.length > 0 ? listed.join('\n') : undefined);
  // Older CLIs call a turn completed in which the API refused to answer.
  const isApiError = numberIn(frame.api_error_status) !== undefined;
  const code = hasSubtype ? subtype : isApiError ? 'api_error' : (textIn(reason) ?? 'error');
  const remedy = remedies[code];
  return {
    code,
    ...(message !== undefined && { message }),
    ...(remedy !== undefined && { remedy }),
  };
}

/** What to do about results that say what went wrong, but not what to do. */
const remedies: Readonly<Record<string, string>> = {
  error_max_turns: 'Raise `maxTurns`, or send another message to go on.',
  error_max_budget_usd: 'Raise `maxBudgetUsd`, or start a new conversation.',
  error_max_structured_output_retries: 'Simplify the schema of `outputFormat`.',
  api_error:
    'Try again later if the API was busy. Otherwise check the key, the model and the request.',
};
