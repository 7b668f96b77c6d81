import type { ActorModel } from './systemModel.js';

/** What the events and frames of a sequence can be about. The page filters by these. */
export const sequenceKinds = [
  'message',
  'token',
  'hook',
  'permission',
  'mcp',
  'request',
  'turn',
  'task',
  'state',
  'process',
  'watchdog',
  'other',
] as const;

export type SequenceKind = (typeof sequenceKinds)[number];

/** Runs of these say only that the CLI is alive, so the page folds them. */
export const foldedKinds: ReadonlySet<SequenceKind> = new Set(['token', 'watchdog']);

const kindBySubtype: Readonly<Record<string, SequenceKind>> = {
  hook_callback: 'hook',
  can_use_tool: 'permission',
  mcp_message: 'mcp',
};

/** The kind of a frame. A control response has the kind of the request that it answers. */
export function frameKind(type: string, subtype: string | undefined): SequenceKind {
  if (type === 'stream_event') return 'token';
  if (type === 'control_request') return kindBySubtype[subtype ?? ''] ?? 'request';
  if (/^control_(response|cancel_request)$/.test(type)) return 'request';
  if (type === 'command_lifecycle' || subtype === 'session_state_changed') return 'state';
  if (type === 'system' && subtype?.startsWith('task')) return 'task';
  return type === 'keep_alive' ? 'watchdog' : 'message';
}

const kindByRole: Readonly<Record<string, SequenceKind>> = {
  request: 'request',
  turn: 'turn',
  task: 'task',
  process: 'process',
  version: 'process',
  watchdog: 'watchdog',
};

const kindByPrefix: readonly (readonly [RegExp, SequenceKind])[] = [
  [/^watchdog\.(?!stalled)/, 'watchdog'],
  [/^cli\.messages$/, 'token'],
  [/^cli\.(state|lifecycle)$/, 'state'],
  [/^cli\.task/, 'task'],
  [/^cli\.(result|message)/, 'message'],
  [/^op\.send$/, 'message'],
  [/^(process|os|version)\./, 'process'],
];

/** The kind of an event between two actors, of which the child says more than the session. */
export function eventKind(
  type: string,
  ends: readonly (Pick<ActorModel, 'role' | 'metadata'> | undefined)[],
): SequenceKind {
  const known = kindByPrefix.find(([pattern]) => pattern.test(type))?.[1];
  if (known) return known;
  for (const end of ends) {
    const kind = end?.role === 'callback' ? end.metadata?.kind : kindByRole[end?.role ?? ''];
    const found = sequenceKinds.find((one) => one === kind);
    if (found) return found;
  }
  return 'other';
}
