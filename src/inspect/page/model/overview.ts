import { stateLabel } from './displayNames.js';
import type { Source, Status } from './rows.js';
import type { SessionSummary } from './sessionSummary.js';
import type { ActorModel, SystemModel } from './systemModel.js';

/** An entry in the list of sessions. */
export interface OverviewActor {
  id: string;
  name: string;
  role?: string;
  state: string;
  status: Status;
  since: number;
  createdAt: number;
  summary?: SessionSummary;
}

/** One actor system of one program. */
export interface OverviewSystem {
  key: string;
  source: Source;
  /** The program has exited or has lost its connection. */
  gone: boolean;
  rows: number;
  dropped: number;
  /** How many charts of the program could not be drawn. */
  refusedCharts: number;
  startedAt: number;
  /** The root first, then the sessions and queries below it. */
  actors: OverviewActor[];
}

const listedRoles = new Set(['session', 'query']);

export function overviewActors({ actors }: SystemModel): OverviewActor[] {
  const all = Object.values(actors);
  const roots = all.filter(({ parent }) => parent === undefined);
  const embedded = all.filter(
    ({ parent, role }) => parent !== undefined && listedRoles.has(role ?? ''),
  );
  return [...roots, ...embedded].map(overviewActor);
}

function overviewActor(actor: ActorModel): OverviewActor {
  const { id, name, role, active, status, since, createdAt, summary } = actor;
  return {
    ...{ id, name, state: stateLabel(active), status, since, createdAt },
    ...(role && { role }),
    ...(summary && { summary }),
  };
}
