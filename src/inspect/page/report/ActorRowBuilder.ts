import type { AnyActorRef, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import type { Signal } from '../../../actors/observing/Signal.js';
import type { Content } from '../../../options/runtimeTypes.js';
import { readAnyChart } from '../../chart/readChart.js';
import { factsOf } from '../../content/metadataOf.js';
import type { Secrets } from '../../content/SecretFilter.js';
import type { Chart, RowBody, Status, Step } from '../model/rows.js';
import { activePaths } from './activePaths.js';
import { isMachine, isOwnMachine } from '../../chart/ownMachines.js';

type Tell = (system: string, at: number, body: RowBody) => void;

interface Known {
  active: string;
  status: Status;
  steps: Step[];
  isOwn: boolean;
}

const longestText = 4_000;

/** Makes rows of what happens in actor systems. */
export class SystemRows {
  readonly #tell: Tell;
  readonly #content: Content;
  readonly #secrets: Secrets;
  readonly #actors = new Map<string, Known>();
  readonly #chartKeys = new WeakMap<object, string>();
  #newCharts: Chart[] = [];
  #charts = 0;

  constructor(tell: Tell, content: Content, secrets: Secrets) {
    this.#tell = tell;
    this.#content = content;
    this.#secrets = secrets;
  }

  /** The charts of machines that were not there before the last call. */
  takeCharts(): Chart[] {
    const charts = this.#newCharts;
    this.#newCharts = [];
    return charts;
  }

  /** An actor that was there before anybody looked. */
  known({ actor, snapshot, rootId, at }: Extract<Signal, { kind: 'known' }>): void {
    this.#actor(actor, rootId, at);
    this.#snapshot(actor.sessionId, snapshot, rootId, at);
  }

  take(event: InspectionEvent, at: number): void {
    const actor = event.actorRef as AnyActorRef;
    switch (event.type) {
      case '@xstate.actor':
        this.#actor(actor, event.rootId, at);
        break;
      case '@xstate.event':
        this.#event(event, at);
        break;
      case '@xstate.microstep':
        this.#actors
          .get(actor.sessionId)
          ?.steps.push(...stepsOf(event._transitions, event.event.type));
        break;
      case '@xstate.snapshot':
        this.#snapshot(actor.sessionId, event.snapshot, event.rootId, at);
        break;
      default:
        break;
    }
  }

  #actor(actor: AnyActorRef, rootId: string, at: number): void {
    const { sessionId: id, _parent, logic } = actor as AnyActorRef & { logic?: unknown };
    const isOwn = isOwnMachine(logic ?? {});
    this.#actors.set(id, { active: '', status: 'active', steps: [], isOwn });
    const chart = isMachine(logic ?? {}) ? this.#chart(logic as object) : undefined;
    const context = isOwn ? contextOf(actor) : undefined;
    this.#tell(rootId, at, {
      kind: 'actor',
      id,
      ...(_parent && { parent: _parent.sessionId }),
      name: nameOf(actor),
      ...(isOwn && { role: (logic as { id: string }).id }),
      ...(chart && { chart }),
      ...(context && { facts: factsOf(context) }),
    });
  }

  #event(event: Extract<InspectionEvent, { type: '@xstate.event' }>, at: number): void {
    const { type } = event.event;
    // An actor's start and end are told by its states.
    if (type === 'xstate.init' || type === 'xstate.stop') return;
    const to = event.actorRef.sessionId;
    const from = event.sourceRef?.sessionId;
    const isOwn = this.#actors.get(to)?.isOwn || this.#actors.get(from ?? '')?.isOwn;
    const facts = isOwn ? factsOf(event.event) : undefined;
    this.#tell(event.rootId, at, {
      kind: 'event',
      ...(from && { from }),
      to,
      type,
      ...(facts && { facts }),
      ...(this.#content === 'shown' && { text: this.#textOf(event.event) }),
    });
  }

  #snapshot(id: string, snapshot: unknown, rootId: string, at: number): void {
    const actor = this.#actors.get(id);
    if (!actor) return;
    const { value, status = 'active' } = (snapshot ?? {}) as { value?: unknown; status?: Status };
    const active = activePaths(value);
    const joined = active.join();
    const { steps } = actor;
    if (joined === actor.active && status === actor.status && steps.length === 0) return;
    actor.steps = [];
    actor.active = joined;
    actor.status = status;
    if (status !== 'active') this.#actors.delete(id);
    this.#tell(rootId, at, {
      kind: 'state',
      id,
      active,
      status,
      ...(steps.length > 0 && { steps }),
    });
  }

  #chart(logic: object): string | undefined {
    const { config, id } = logic as { config: object; id: string };
    const known = this.#chartKeys.get(config);
    if (known !== undefined) return known || undefined;
    const key = `${id}#${this.#charts}`;
    this.#charts += 1;
    try {
      const chart = readAnyChart(logic as Parameters<typeof readAnyChart>[0]);
      this.#newCharts.push({ key, name: id, chart });
      this.#chartKeys.set(config, key);
      return key;
    } catch {
      // A machine that cannot be drawn is still seen at work.
      this.#chartKeys.set(config, '');
      return undefined;
    }
  }

  /** The event as JSON; its frames are told by the wire. */
  #textOf({ frames, frame, ...event }: Record<string, unknown>): string {
    try {
      return JSON.stringify(this.#secrets.hideInValue(event)).slice(0, longestText);
    } catch {
      return '';
    }
  }
}

function nameOf(actor: AnyActorRef): string {
  const { id, sessionId, logic } = actor as AnyActorRef & { logic?: { id?: string } };
  return id === sessionId ? (logic?.id ?? id) : id;
}

function contextOf(actor: AnyActorRef): object | undefined {
  const { context } = (actor.getSnapshot() ?? {}) as { context?: object };
  return context;
}

function stepsOf(transitions: readonly AnyTransitionDefinition[], event: string): Step[] {
  return transitions.flatMap(({ source, target, eventType }) => {
    if (!target || target.length === 0) return [];
    const to = target.map(({ path }) => path.join('.'));
    // What is taken without an event is a consequence of the one before.
    return [{ from: source.path.join('.'), to, event: eventType || event }];
  });
}
