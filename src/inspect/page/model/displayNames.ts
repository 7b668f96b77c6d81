import type { OverviewActor } from './overview.js';
import { objectOf, shownText } from './story/json.js';
import type { ActorModel, SystemModel } from './systemModel.js';

/** What the page needs to know of an actor to name it. */
export type NamedActor = Pick<ActorModel, 'name' | 'role' | 'metadata' | 'about' | 'ordinal'>;

/** What a child of a session stands for. */
export interface ActorDescription {
  kind: 'request' | 'hook' | 'permission' | 'mcp' | 'turn' | 'task';
  /** Which one of that kind: a tool, a hook event, a control request, an id. */
  subject: string;
}

/**
 * The name of an actor on the page: `hook PreToolUse Bash`, `permission Write`, `mcp calc`,
 * `request interrupt`, `turn 2`, `task build`, `port reader`. Other actors have their own id.
 */
export function actorName(actor: NamedActor, parentRole?: string): string {
  const description = describeActor(actor);
  if (description) return `${description.kind} ${description.subject}`;
  // The process machine does nothing to the OS itself; its only child reads and writes the pipes.
  if (parentRole === 'process') return 'port reader';
  return shortenId(actor.name);
}

/** The name of an actor in a system, by its id there. */
export function actorNameIn({ actors }: SystemModel, id: string): string {
  const actor = actors[id];
  if (!actor) return shortenId(id);
  return actorName(actor, actors[actor.parent ?? '']?.role);
}

/**
 * How a list names a session: by its label (the option `label`), or else by the first words of its
 * prompt. The subtitle is the prompt if the title is the label.
 */
export function sessionTitle({ name, role, summary }: OverviewActor): {
  title: string;
  subtitle?: string;
} {
  const prompt = summary?.prompt;
  const hasLabel = name !== role;
  if (prompt === undefined) return { title: shortenId(name) };
  return hasLabel ? { title: shortenId(name), subtitle: prompt } : { title: prompt };
}

/** Undefined if the actor is not a child of a session, or if too little is known of it. */
export function describeActor(actor: NamedActor): ActorDescription | undefined {
  const { role, metadata = {}, about, ordinal } = actor;
  const { subtype, uuid, kind, id, description = id } = metadata;
  if (role === 'request' && subtype) return { kind: 'request', subject: String(subtype) };
  if (role === 'turn' && uuid) {
    return { kind: 'turn', subject: String(ordinal ?? String(uuid).slice(0, 8)) };
  }
  if (role === 'task' && description) return { kind: 'task', subject: String(description) };
  if (role !== 'callback') return undefined;
  if (kind === 'hook') return { kind, subject: hookSubject(metadata, about) };
  // The label of a dialog is a phrase: `the dialog trust`.
  const subject = String(metadata.label ?? '').replace(/^the /, '');
  return kind === 'permission' || kind === 'mcp' ? { kind, subject } : undefined;
}

/** The label of a hook is the id of its callback, which says little. The CLI's frame says more. */
function hookSubject(metadata: NonNullable<ActorModel['metadata']>, about?: string): string {
  const { hookEvent, toolName, label } = metadata;
  if (hookEvent) return [hookEvent, toolName].filter(Boolean).join(' ');
  return about?.replaceAll(' · ', ' ') ?? String(label ?? '');
}

/** Cuts a long id after its first eight characters: `turn#1ab2c2ea-…` becomes `turn#1ab2c2ea`. */
export function shortenId(name: string): string {
  return name.replace(/#([\w]{8})[\w-]{6,}/, '#$1');
}

/** The type of an event, in words if it is one of XState's own. */
export function eventLabel(type: string, childName: (id: string) => string = shortenId): string {
  const child = /^xstate\.(done|error)\.actor\.(\S+)/.exec(type);
  if (child) {
    const [, outcome, id = ''] = child;
    return `${id === '*' ? 'child' : childName(id)} ${outcome === 'done' ? 'done' : 'failed'}`;
  }
  const plain = type
    .replace(/^xstate\.after\.(\S+?)\..*$/, 'after $1')
    .replace(/^xstate\.init$/, 'start');
  return shortenId(plain);
}

/** The type of an event that `parent` received. Names the child that XState's own events are from. */
export function eventLabelIn({ actors }: SystemModel, type: string, parent: string): string {
  return eventLabel(type, (id) => {
    const child = Object.values(actors).find((one) => one.parent === parent && one.name === id);
    return child ? actorName(child, actors[parent]?.role) : shortenId(id);
  });
}

/** The states that an actor is in, in a word or two. */
export function stateLabel(active: readonly string[]): string {
  const leaves = active.filter((path) => !active.some((other) => other.startsWith(`${path}.`)));
  if (leaves.length <= 1) return (leaves[0] ?? '').replaceAll('.', ' · ');
  // Of the parallel regions of a session, `turn` says best what the session is doing.
  const turn = leaves.find((path) => path.startsWith('running.turn.'));
  if (turn !== undefined) return `running · ${turn.slice('running.turn.'.length)}`;
  return leaves.map((path) => path.split('.').at(-1)).join(', ');
}

/** The fields of tool inputs that say best what a call is about, the best first. */
const subjectFields = [
  ...['command', 'file_path', 'notebook_path', 'path', 'pattern', 'query', 'url', 'description'],
  ...['skill', 'subject', 'prompt'],
];

const maxSubject = 160;

/** What a call of a tool is about, on one line: a command, a path, a pattern. Empty if hidden. */
export function toolSubject(input: unknown): string {
  const object = objectOf(input);
  const known = subjectFields
    .map((name) => shownText(object[name]))
    .find((text) => text !== undefined);
  const rest = Object.keys(object).length > 0 ? JSON.stringify(object) : '';
  return (known ?? rest).replace(/\s+/g, ' ').trim().slice(0, maxSubject);
}
