import type { Source, Status } from './rows.js';
import type { ActorModel, SystemModel } from './systemModel.js';
import { stateLabel } from './stateLabel.js';

/** A line of the list of sessions. */
export interface OverviewActor {
  id: string;
  name: string;
  role?: string;
  state: string;
  status: Status;
  since: number;
}

/** One actor system of one program. */
export interface OverviewSystem {
  key: string;
  source: Source;
  /** Its program has ended or gone away. */
  gone: boolean;
  rows: number;
  dropped: number;
  /** Charts of its program that cannot be drawn. */
  refusedCharts: number;
  startedAt: number;
  /** Its root first, then the sessions and queries in it. */
  actors: OverviewActor[];
}

const listed = new Set(['session', 'query']);

export function overviewActors({ actors }: SystemModel): OverviewActor[] {
  const all = Object.values(actors);
  const roots = all.filter(({ parent }) => parent === undefined);
  const inside = all.filter(({ parent, role }) => parent !== undefined && listed.has(role ?? ''));
  return [...roots, ...inside].map(line);
}

function line({ id, name, role, active, status, since }: ActorModel): OverviewActor {
  return { id, name, ...(role && { role }), state: stateLabel(active), status, since };
}
