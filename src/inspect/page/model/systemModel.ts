import type { Facts, Row, Status, Step } from './rows.js';

export interface ActorModel {
  id: string;
  parent?: string;
  name: string;
  role?: string;
  chart?: string;
  facts?: Facts;
  bornAt: number;
  /** When it came into the states that it is in. */
  since: number;
  active: readonly string[];
  status: Status;
  /** The transitions that brought it there, and the number of their row. */
  steps: readonly Step[];
  stepped: number;
  wire?: WireModel;
}

export interface WireModel {
  pid?: number;
  args: readonly string[];
  framesIn: number;
  framesOut: number;
  stderrBytes: number;
  inputClosed: boolean;
  exit?: { code: number | null; signal: string | null };
  /** What the CLI's open requests are about, by their ids. */
  asked: Record<string, string>;
}

/** A system as it was after some row. Plain data: it is sent and copied. */
export interface SystemModel {
  actors: Record<string, ActorModel>;
  /** Ended actors of which nothing is known any more. */
  forgotten: number;
  dropped: number;
  at: number;
}

/** A session may have tens of thousands of callbacks in its life. */
const mostEnded = 120;

export function emptyModel(): SystemModel {
  return { actors: {}, forgotten: 0, dropped: 0, at: 0 };
}

/** Changes the model to what it is after this row. */
export function applyRow(model: SystemModel, row: Row): void {
  model.at = row.at;
  switch (row.kind) {
    case 'actor': {
      const { kind: _, n: __, at, ...facts } = row;
      const life = { bornAt: at, since: at, active: [], steps: [], stepped: -1 };
      model.actors[row.id] = { ...life, status: 'active', ...model.actors[row.id], ...facts };
      return;
    }
    case 'state': {
      const actor = model.actors[row.id];
      if (!actor) return;
      if (row.steps || row.active.join() !== actor.active.join()) actor.since = row.at;
      actor.active = row.active;
      actor.status = row.status;
      if (row.steps) {
        actor.steps = row.steps;
        actor.stepped = row.n;
      }
      if (row.status !== 'active') forget(model);
      return;
    }
    case 'frame': {
      const wire = wireOf(model, row.id);
      if (!wire) return;
      const { dir, ref, about } = row;
      if (dir === 'in') wire.framesIn += 1;
      else wire.framesOut += 1;
      if (ref && dir === 'in') delete wire.asked[ref];
      else if (ref && about) wire.asked[ref] = about;
      return;
    }
    case 'spawned': {
      const wire = wireOf(model, row.id);
      if (wire) Object.assign(wire, { pid: row.pid, args: row.args });
      return;
    }
    case 'eof': {
      const wire = wireOf(model, row.id);
      if (wire) wire.inputClosed = true;
      return;
    }
    case 'stderr': {
      const wire = wireOf(model, row.id);
      if (wire) wire.stderrBytes += row.bytes;
      return;
    }
    case 'exited': {
      const wire = wireOf(model, row.id);
      if (wire) wire.exit = { code: row.code, signal: row.signal };
      return;
    }
    case 'dropped':
      model.dropped += row.count;
      return;
    case 'event':
      return;
  }
}

function wireOf(model: SystemModel, id: string): WireModel | undefined {
  const actor = model.actors[id];
  if (!actor) return undefined;
  const counts = { framesIn: 0, framesOut: 0, stderrBytes: 0 };
  actor.wire ??= { args: [], ...counts, inputClosed: false, asked: {} };
  return actor.wire;
}

/** The oldest that have ended and have no life in them. */
function forget(model: SystemModel): void {
  const all = Object.values(model.actors);
  if (all.length <= mostEnded) return;
  const parents = new Set(all.map(({ parent }) => parent));
  const ended = all.filter(({ id, status, wire }) => {
    return status !== 'active' && !wire && !parents.has(id);
  });
  for (const { id } of ended.slice(0, Math.max(0, ended.length - mostEnded))) {
    delete model.actors[id];
    model.forgotten += 1;
  }
}
