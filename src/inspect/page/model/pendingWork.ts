import type { ActorModel, SystemModel } from './systemModel.js';

/** Something that a session waits for. */
export interface Pending {
  id: string;
  kind: 'request' | 'hook' | 'permission' | 'mcp' | 'turn' | 'task';
  what: string;
  state: string;
  since: number;
  timeoutMs?: number;
}

/** What one session waits for, the oldest first. */
export function pendingOf(model: SystemModel, session: string): Pending[] {
  const asked = model.actors[session]?.wire?.asked ?? {};
  return Object.values(model.actors)
    .filter(({ parent, status }) => parent === session && status === 'active')
    .flatMap((actor) => describe(actor, asked))
    .sort((one, other) => one.since - other.since);
}

function describe(actor: ActorModel, asked: Readonly<Record<string, string>>): Pending[] {
  const { id, role, facts = {}, active, bornAt: since } = actor;
  // How long a callback has been reminded of is its own affair.
  const state = active.includes('open.running')
    ? 'running'
    : (active.at(-1)?.split('.').at(-1) ?? '');
  const timeoutMs = typeof facts.timeoutMs === 'number' ? facts.timeoutMs : undefined;
  const base = { id, state, since, ...(timeoutMs !== undefined && { timeoutMs }) };
  switch (role) {
    case 'request':
      return [{ ...base, kind: 'request', what: String(facts.subtype) }];
    case 'callback':
      return [
        {
          ...base,
          kind: facts.kind as Pending['kind'],
          what: asked[String(facts.requestId)] ?? String(facts.label),
        },
      ];
    case 'turn':
      return [{ ...base, kind: 'turn', what: String(facts.uuid).slice(0, 8) }];
    case 'task':
      return [{ ...base, kind: 'task', what: String(facts.taskType ?? facts.id) }];
    default:
      return [];
  }
}
