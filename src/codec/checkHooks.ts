import { ClaudeActorsError } from '../errors.js';
import { isObject, textOf } from './jsonObject.js';

const failurePolicies: readonly unknown[] = [undefined, 'continue', 'deny', 'block'];

/**
 * Throws `InvalidOption` if the hooks would not do what they say: with a misspelt `deny`, a tool that
 * should be stopped would run.
 */
export function checkHooks(hooks: unknown): void {
  checkHookGroups(hooks);
  for (const [event, groups = []] of Object.entries(hooks as Groups)) {
    groups.forEach(({ hooks: functions }, position) => {
      const wrong = functions.findIndex((hook) => typeof hook !== 'function');
      if (wrong === -1) return;
      const place = `${event}[${position}].hooks[${wrong}]`;
      throw invalid(`${place} must be a function, not ${show(functions[wrong])}`);
    });
  }
}

type Groups = Readonly<Record<string, readonly { hooks: readonly unknown[] }[] | undefined>>;

/** Like `checkHooks`, but does not check the functions. */
export function checkHookGroups(hooks: unknown): void {
  if (!isObject(hooks)) throw invalid(`it must be an object, not ${show(hooks)}`);
  for (const [event, groups = []] of Object.entries(hooks)) {
    if (!Array.isArray(groups)) throw invalid(`${event} must be a list, not ${show(groups)}`);
    groups.forEach((group, position) => {
      const problem = problemOf(group);
      if (problem !== undefined) throw invalid(`${event}[${position}]${problem}`);
    });
  }
}

/** Says what is wrong with a group; follows its place in the message. */
function problemOf(group: unknown): string | undefined {
  if (!isObject(group)) return ` must be an object, not ${show(group)}`;
  const { matcher, hooks, timeout, onFailure } = group;
  if (!Array.isArray(hooks)) return `.hooks must be a list of functions, not ${show(hooks)}`;
  if (typeof (matcher ?? '') !== 'string') {
    return `.matcher must be a string, not ${show(matcher)}`;
  }
  if (timeout !== undefined && !(Number.isFinite(timeout) && (timeout as number) >= 0)) {
    return `.timeout must be 0 or a positive number of seconds, not ${show(timeout)}`;
  }
  if (!failurePolicies.includes(onFailure)) {
    return `.onFailure must be 'continue', 'deny' or 'block', not ${show(onFailure)}`;
  }
  return undefined;
}

function show(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : textOf(value);
}

function invalid(problem: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'InvalidOption',
    `Option \`hooks\` is invalid: ${problem}. Write { PreToolUse: [{ matcher: 'Bash', hooks: [callback], timeout: 30, onFailure: 'deny' }] }; only \`hooks\` is required.`,
    { option: 'hooks' },
  );
}
