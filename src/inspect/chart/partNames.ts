/** What a drawing writes for an action or guard that is an inline function. */
const inline = 'inline';

export function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  return typeOf(action)?.replace(/^xstate\./, '') ?? inline;
}

/** The name of a guard; `and`, `or`, `not` and `stateIn` are written as expressions. */
export function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  const { guards, stateValue } = guard as { guards?: readonly unknown[]; stateValue?: unknown };
  if (stateValue !== undefined) return `in ${stateName(stateValue)}`;
  if (guards === undefined) return typeOf(guard) ?? inline;
  const names = guards.map(guardName);
  const { name } = guard as { name: string };
  if (name === 'not') return `!${names[0]}`;
  return `(${names.join(name === 'or' ? ' || ' : ' && ')})`;
}

function stateName(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key}.${stateName(inner)}`)
    .join(', ');
}

function typeOf(part: unknown): string | undefined {
  const { type } = part as { type?: unknown };
  return typeof type === 'string' ? type : undefined;
}

const internalEvents: readonly [RegExp, (id: string) => string][] = [
  [/^xstate\.done\.actor\.(.+)$/, (id) => `${childName(id)} done`],
  [/^xstate\.error\.actor\.(.+)$/, (id) => `${childName(id)} failed`],
  [/^xstate\.snapshot\.(.+)$/, (id) => `${childName(id)} changed`],
  [/^xstate\.done\.state\..+$/, () => 'done'],
  [/^\*$/, () => 'any other event'],
];

/** The type of an event, in words if it is one of XState's own. */
export function eventName(type: string): string {
  for (const [pattern, describe] of internalEvents) {
    const match = pattern.exec(type);
    if (match) return describe(match[1] ?? '');
  }
  return type;
}

/** XState numbers an invoked actor that has no id: `0.callback.open`. */
function childName(id: string): string {
  return id === '*' ? 'child' : id.replace(/^\d+\..+$/, 'child');
}

/** A delay with its unit. The space does not break, so it stays on one line. */
export function formatDelay(ms: number): string {
  return ms >= 1000 ? `${ms / 1000}\u00a0s` : `${ms}\u00a0ms`;
}
