import type { ActorBody, Metadata, Row, Status, TakenTransition } from './rows.js';
import { type SessionSummary, summarizeRow } from './sessionSummary.js';

export interface ActorModel {
  id: string;
  parent?: string;
  name: string;
  role?: string;
  chart?: string;
  metadata?: Metadata;
  /** Which turn of its session a turn actor is, counted from 1. */
  ordinal?: number;
  /** How many turns a session has had. */
  turnCount?: number;
  /** The hook, tool or MCP server that a callback is about, taken from the CLI's request. */
  about?: string;
  createdAt: number;
  /** When the actor entered the states that it is in. */
  since: number;
  active: readonly string[];
  status: Status;
  /** The transitions that led there, and the number of their row. */
  steps: readonly TakenTransition[];
  stepsRow: number;
  /** The fields of the context as JSON, and what they were before the last row that changed any. */
  context?: Readonly<Record<string, string>>;
  changed?: { n: number; before: Readonly<Record<string, string | null>> };
  /** The CLI process of a session or query. */
  cli?: CliModel;
  /** What a list says about a session or query. */
  summary?: SessionSummary;
}

export interface CliModel {
  pid?: number;
  args: readonly string[];
  framesIn: number;
  framesOut: number;
  stderrBytes: number;
  inputClosed: boolean;
  exit?: { code: number | null; signal: string | null };
  /** What the CLI's unanswered requests are about, by request id. */
  openRequests: Record<string, string>;
}

/** The state of an actor system after some row. Plain data, so that it can be sent and copied. */
export interface SystemModel {
  actors: Record<string, ActorModel>;
  /** How many finished actors have been removed. */
  forgotten: number;
  dropped: number;
  at: number;
}

/** A session may have tens of thousands of callbacks in its life; only the last ones are kept. */
const maxFinishedActors = 120;
/** More actors at once than a page can show. The oldest are removed, but for the roots. */
const maxActors = 2_000;
/** Counting them takes time, so it is done only once every few rows. */
const rowsPerCount = 100;
const maxOpenRequests = 500;

export function emptyModel(): SystemModel {
  return { actors: {}, forgotten: 0, dropped: 0, at: 0 };
}

/** Updates the model to the state after this row. */
export function applyRow(model: SystemModel, row: Row): void {
  model.at = row.at;
  const owner = 'id' in row ? model.actors[row.id] : undefined;
  if (owner) summarizeRow(owner, row);
  switch (row.kind) {
    case 'actor':
      addActor(model, row);
      return;
    case 'state':
      updateState(model, row);
      return;
    case 'frame': {
      const cli = cliOf(model, row.id);
      if (!cli) return;
      const { dir, ref, about } = row;
      if (dir === 'in') cli.framesIn += 1;
      else cli.framesOut += 1;
      if (ref && dir === 'in') delete cli.openRequests[ref];
      else if (ref && about) addRequest(cli, ref, about);
      return;
    }
    case 'spawned': {
      const cli = cliOf(model, row.id);
      if (cli) Object.assign(cli, { pid: row.pid, args: row.args });
      return;
    }
    case 'eof': {
      const cli = cliOf(model, row.id);
      if (cli) cli.inputClosed = true;
      return;
    }
    case 'stderr': {
      const cli = cliOf(model, row.id);
      if (cli) cli.stderrBytes += row.bytes;
      return;
    }
    case 'exited': {
      const cli = cliOf(model, row.id);
      if (cli) cli.exit = { code: row.code, signal: row.signal };
      return;
    }
    case 'dropped':
      model.dropped += row.count;
      return;
    case 'event':
    case 'problem':
      return;
  }
}

function addActor(model: SystemModel, row: Row & ActorBody): void {
  const { kind: _, n: __, at, ...body } = row;
  const requests = model.actors[row.parent ?? '']?.cli?.openRequests;
  const about = requests?.[String(row.metadata?.requestId)];
  const parent = model.actors[row.parent ?? ''];
  const isNewTurn = row.role === 'turn' && parent && !model.actors[row.id];
  if (isNewTurn) parent.turnCount = (parent.turnCount ?? 0) + 1;
  model.actors[row.id] = {
    ...{ createdAt: at, since: at, active: [], steps: [], stepsRow: -1, status: 'active' },
    ...model.actors[row.id],
    ...body,
    ...(about !== undefined && { about }),
    ...(isNewTurn && { ordinal: parent.turnCount }),
  };
  if (row.n % rowsPerCount === 0) removeSurplusActors(model);
}

function removeSurplusActors(model: SystemModel): void {
  const all = Object.values(model.actors);
  const children = all.filter(({ parent }) => parent !== undefined);
  const roots = all.filter(({ parent }) => parent === undefined);
  const surplus = all.length - maxActors;
  for (const { id } of [...children, ...roots].slice(0, Math.max(0, surplus))) {
    delete model.actors[id];
    model.forgotten += 1;
  }
}

function addRequest({ openRequests }: CliModel, ref: string, about: string): void {
  openRequests[ref] = about;
  const [oldest, ...others] = Object.keys(openRequests);
  if (others.length >= maxOpenRequests) delete openRequests[oldest as string];
}

function updateState(model: SystemModel, row: Extract<Row, { kind: 'state' }>): void {
  const actor = model.actors[row.id];
  if (!actor) return;
  if (row.steps || row.active.join() !== actor.active.join()) actor.since = row.at;
  actor.active = row.active;
  actor.status = row.status;
  if (row.steps) {
    actor.steps = row.steps;
    actor.stepsRow = row.n;
  }
  if (row.context) updateContext(actor, row.context, row.n);
  if (row.status !== 'active') removeOldActors(model);
}

function updateContext(
  actor: ActorModel,
  changes: Readonly<Record<string, string | null>>,
  n: number,
): void {
  const before: Record<string, string | null> = {};
  const context: Record<string, string> = { ...actor.context };
  for (const [field, text] of Object.entries(changes)) {
    before[field] = context[field] ?? null;
    if (text === null) delete context[field];
    else context[field] = text;
  }
  actor.context = context;
  actor.changed = { n, before };
}

function cliOf(model: SystemModel, id: string): CliModel | undefined {
  const actor = model.actors[id];
  if (!actor) return undefined;
  const counts = { framesIn: 0, framesOut: 0, stderrBytes: 0 };
  actor.cli ??= { args: [], ...counts, inputClosed: false, openRequests: {} };
  return actor.cli;
}

/** Removes the oldest finished actors, except sessions, queries and parents of other actors. */
function removeOldActors(model: SystemModel): void {
  const all = Object.values(model.actors);
  if (all.length <= maxFinishedActors) return;
  const parents = new Set(all.map(({ parent }) => parent));
  const finished = all.filter(({ id, status, cli }) => {
    return status !== 'active' && !cli && !parents.has(id);
  });
  for (const { id } of finished.slice(0, Math.max(0, finished.length - maxFinishedActors))) {
    delete model.actors[id];
    model.forgotten += 1;
  }
}
