import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { Signal } from '../../../actors/observing/signal.js';
import { isObject } from '../../../codec/jsonObject.js';
import { rowLimits } from '../../../defaults/inspectorDefaults.js';
import type { Content } from '../../../options/runtimeTypes.js';
import { excerpt } from '../../../secrets/redact.js';
import { redactJsonValue } from '../../../secrets/redactDeep.js';
import { takenTransitions } from '../../../statechart/xstateInternals.js';
import { parentOf } from '../../../util/parentOf.js';
import { isMachine, isOwnMachine } from '../../chart/ownMachines.js';
import { readAnyChart } from '../../chart/readChart.js';
import { activePaths } from '../../chart/statePath.js';
import { ContextReader } from '../../content/ContextReader.js';
import { metadataOf } from '../../content/metadataOf.js';
import type { Chart, Metadata, RowBody, Status, TakenTransition } from '../model/rows.js';

type AddRow = (system: string, at: number, body: RowBody) => void;

interface KnownActor {
  active: string;
  status: Status;
  /** The transitions since the last row with its state. */
  steps: TakenTransition[];
  /** The actions since the last row with its state. */
  actions: string[];
  isOwn: boolean;
  /** Undefined if the context must not be shown. */
  context: ContextReader | undefined;
}

const { maxTextLength, maxActions, maxActionLength, maxMetadataLength } = rowLimits;

/** Turns XState's inspection events into rows. */
export class ActorRowBuilder {
  readonly #addRow: AddRow;
  readonly #content: Content;
  readonly #actors = new Map<string, KnownActor>();
  /** The key of each chart by its machine's config; empty if the machine cannot be drawn. */
  readonly #chartKeys = new WeakMap<object, string>();
  /** The ids of the events so far. XState inspects the same object when it is sent and handled. */
  readonly #eventIds = new WeakMap<object, number>();
  #eventCount = 0;
  #newCharts: Chart[] = [];
  #chartCount = 0;

  constructor(addRow: AddRow, content: Content) {
    this.#addRow = addRow;
    this.#content = content;
  }

  /** The charts that were not there at the last call. */
  takeNewCharts(): Chart[] {
    const charts = this.#newCharts;
    this.#newCharts = [];
    return charts;
  }

  /** Adds an actor that was created before anyone was watching. */
  readExistingActor({ actor, snapshot, rootId, at }: Extract<Signal, { kind: 'known' }>): void {
    this.#readActor(actor, rootId, at);
    this.#readSnapshot(actor.sessionId, snapshot, rootId, at);
  }

  readEvent(event: InspectionEvent, at: number): void {
    const actor = event.actorRef as AnyActorRef;
    switch (event.type) {
      case '@xstate.actor':
        this.#readActor(actor, event.rootId, at);
        break;
      case '@xstate.event':
        this.#readSentEvent(event, at);
        break;
      case '@xstate.microstep':
        this.#actors.get(actor.sessionId)?.steps.push(...stepsOf(event));
        break;
      case '@xstate.action':
        this.#readAction(actor.sessionId, event.action);
        break;
      case '@xstate.snapshot':
        this.#readSnapshot(actor.sessionId, event.snapshot, event.rootId, at, event.event);
        break;
      default:
        break;
    }
  }

  #readActor(actor: AnyActorRef, rootId: string, at: number): void {
    const { sessionId: id, logic } = actor as AnyActorRef & { logic?: unknown };
    const parent = parentOf(actor);
    const isOwn = isOwnMachine(logic);
    // The fields of other machines are not known, so they may have any content.
    const isReadable = isOwn || this.#content === 'shown';
    const context = isReadable ? new ContextReader(this.#content) : undefined;
    this.#actors.set(id, { active: '', status: 'active', steps: [], actions: [], isOwn, context });
    const chart = isMachine(logic) ? this.#chartKey(logic) : undefined;
    const metadata = isOwn ? this.#actorMetadata(actor, logic.id) : undefined;
    this.#addRow(rootId, at, {
      kind: 'actor',
      id,
      ...(parent && { parent: parent.sessionId }),
      name: nameOf(actor),
      ...(isOwn && { role: logic.id }),
      ...(chart && { chart }),
      ...(metadata && { metadata }),
    });
  }

  #actorMetadata(actor: AnyActorRef, role: string): Metadata | undefined {
    const { context } = (actor.getSnapshot() ?? {}) as { context?: { description?: unknown } };
    if (!context) return undefined;
    const metadata = metadataOf(context);
    // The description of a task is content: the model or the user wrote it.
    const { description } = context;
    if (this.#content !== 'shown' || role !== 'task' || !description) return metadata;
    return {
      ...metadata,
      description: excerpt(String(description), maxMetadataLength),
    };
  }

  #readSentEvent(event: Extract<InspectionEvent, { type: '@xstate.event' }>, at: number): void {
    const { type } = event.event;
    // The states of an actor show its start and its end.
    if (type === 'xstate.init' || type === 'xstate.stop') return;
    const to = event.actorRef.sessionId;
    const from = event.sourceRef?.sessionId;
    const isOwn = this.#actors.get(to)?.isOwn || this.#actors.get(from ?? '')?.isOwn;
    const metadata = isOwn ? metadataOf(event.event) : undefined;
    this.#eventCount += 1;
    this.#eventIds.set(event.event, this.#eventCount);
    this.#addRow(event.rootId, at, {
      kind: 'event',
      eventId: this.#eventCount,
      ...(from && { from }),
      to,
      type,
      ...(metadata && { metadata }),
      ...(this.#content === 'shown' && { text: this.#eventText(event.event) }),
    });
  }

  #readAction(id: string, { type, params }: { type: string; params: unknown }): void {
    const actions = this.#actors.get(id)?.actions;
    if (!actions || actions.length >= maxActions) return;
    actions.push(actionLabel(type, params).slice(0, maxActionLength));
  }

  #readSnapshot(
    id: string,
    snapshot: unknown,
    rootId: string,
    at: number,
    event: object = {},
  ): void {
    const actor = this.#actors.get(id);
    if (!actor) return;
    const {
      value,
      status = 'active',
      context,
    } = (snapshot ?? {}) as { value?: unknown; status?: Status; context?: unknown };
    const active = activePaths(value);
    const joined = active.join();
    const { steps, actions } = actor;
    const isUnchanged = joined === actor.active && status === actor.status;
    const changes = actor.context?.changes(context);
    if (isUnchanged && !changes && steps.length === 0 && actions.length === 0) return;
    const cause = this.#eventIds.get(event);
    actor.steps = [];
    actor.actions = [];
    actor.active = joined;
    actor.status = status;
    if (status !== 'active') this.#actors.delete(id);
    this.#addRow(rootId, at, {
      kind: 'state',
      id,
      active,
      status,
      ...(steps.length > 0 && { steps }),
      ...(actions.length > 0 && { actions }),
      ...(cause !== undefined && { cause }),
      ...(changes && { context: changes }),
    });
  }

  #chartKey(machine: Parameters<typeof readAnyChart>[0]): string | undefined {
    const { config, id } = machine;
    const known = this.#chartKeys.get(config);
    if (known !== undefined) return known || undefined;
    const key = `${id}#${this.#chartCount}`;
    this.#chartCount += 1;
    try {
      this.#newCharts.push({ key, name: id, chart: readAnyChart(machine) });
      this.#chartKeys.set(config, key);
      return key;
    } catch {
      // The page shows the actor without a chart.
      this.#chartKeys.set(config, '');
      return undefined;
    }
  }

  /** The event as JSON, without its frames: they have rows of their own. */
  #eventText({ frames, frame, ...event }: Record<string, unknown>): string {
    try {
      return JSON.stringify(redactJsonValue(event)).slice(0, maxTextLength);
    } catch {
      return '';
    }
  }
}

/** The id of the actor, or of its machine if XState made the id up. */
function nameOf(actor: AnyActorRef): string {
  const { id, sessionId, logic } = actor as AnyActorRef & { logic?: { id?: string } };
  return id === sessionId ? (logic?.id ?? id) : id;
}

/**
 * The type of an action. XState's own actions get the id of the actor they concern, or the type of
 * the event they emit or raise. All other parameters may be content.
 */
function actionLabel(type: string, params: unknown): string {
  if (!type.startsWith('xstate.') || !isObject(params)) return type;
  const { targetId, id, event } = params;
  const isAboutActor = /^xstate\.(?:spawnChild|stopChild)$/.test(type);
  const isAboutEvent = /^xstate\.(?:emit|raise)$/.test(type) && isObject(event);
  const subject = isAboutActor ? id : isAboutEvent ? event.type : targetId;
  return typeof subject === 'string' ? `${type} ${subject}` : type;
}

function stepsOf(
  event: Extract<InspectionEvent, { type: '@xstate.microstep' }>,
): TakenTransition[] {
  return takenTransitions(event).flatMap(({ source, target, eventType }) => {
    if (!target || target.length === 0) return [];
    const to = target.map(({ path }) => path.join('.'));
    // An eventless transition is a consequence of the event before it.
    return [{ from: source.path.join('.'), to, event: eventType || event.event.type }];
  });
}
