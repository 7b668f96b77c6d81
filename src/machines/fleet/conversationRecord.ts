import { initialTransition, type StateValueFrom, transition } from 'xstate';
import { conversationChart } from './conversationChart.js';
import type {
  ConversationContext,
  ConversationEvent,
  ConversationInput,
  ConversationRow,
} from './conversationTypes.js';

/** A conversation as it is stored: the chart's state and context as plain JSON. */
export interface ConversationRecord extends Omit<ConversationContext, 'rows'> {
  state: StateValueFrom<typeof conversationChart>;
}

export interface ConversationStep {
  record: ConversationRecord;
  /** What the step adds to the log. */
  rows: readonly ConversationRow[];
  /** False if the event has no meaning in this state, for example because its sender is stale. */
  isTaken: boolean;
}

/** A conversation that nobody has sent anything to. */
export function newRecord(input: ConversationInput): ConversationRecord {
  const [{ value, context }] = initialTransition(conversationChart, input);
  const { rows: _, ...rest } = context;
  return { ...rest, state: value };
}

/** The conversation after an event. */
export function conversationStep(
  { state, ...context }: ConversationRecord,
  event: ConversationEvent,
): ConversationStep {
  const before = conversationChart.resolveState({
    value: state,
    context: { ...context, rows: [] },
  });
  const [after] = transition(conversationChart, before, event);
  const { rows, ...rest } = after.context;
  const isTaken = after.context !== before.context || stateName(after.value) !== stateName(state);
  const at = isTaken ? event.at : rest.at;
  return { record: { ...rest, at, state: after.value }, rows, isTaken };
}

/** The state as text: `queued`, or `leased.working`. */
export function stateName(value: ConversationRecord['state']): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([outer, inner]) => `${outer}.${String(inner)}`)
    .join();
}

export function isLeased({ state }: ConversationRecord): boolean {
  return typeof state !== 'string';
}
