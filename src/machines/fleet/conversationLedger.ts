import { addUsage, noUsage } from '../usage/usageTotals.js';
import type {
  ConversationContext,
  ConversationEvent,
  ConversationInput,
  ConversationRow,
  Mail,
  MailOutcome,
  OpenTool,
  RecoverySettings,
} from './conversationTypes.js';

type Change = Partial<ConversationContext>;

export function newConversation(input: ConversationInput): ConversationContext {
  return {
    ...input,
    epoch: 0,
    mail: [],
    tools: [],
    approvals: [],
    commands: 0,
    interruptions: [],
    usage: noUsage,
    usageAt: input.at,
    rows: [],
  };
}

export const isWaiting = ({ state }: Mail): boolean => state === 'waiting';
export const isHanded = ({ state }: Mail): boolean => state === 'handed';

/** Whether messages have to wait for an approval: a new one would orphan a deferred call. */
export function isBlocked({ approvals }: ConversationContext): boolean {
  return approvals.some(({ held, isAnswered }) => held === 'deferred' && !isAnswered);
}

/** Whether a worker has something to do. */
export function hasWork(context: ConversationContext): boolean {
  return !isBlocked(context) && context.mail.some(isWaiting);
}

/** The first answer counts. What resumes its call comes before other messages. */
export function answered(
  context: ConversationContext,
  id: string,
  resume: Mail | undefined,
): Change {
  const isNew = context.approvals.some((one) => one.id === id && !one.isAnswered);
  if (!isNew) return {};
  const firstWaiting = context.mail.findIndex(isWaiting);
  const at = firstWaiting < 0 ? context.mail.length : firstWaiting;
  return {
    approvals: context.approvals.map((one) => (one.id === id ? { ...one, isAnswered: true } : one)),
    ...(resume && { mail: context.mail.toSpliced(at, 0, resume) }),
  };
}

/** Whether somebody has to decide before the turn goes on. */
export function awaitsApproval({ approvals }: ConversationContext): boolean {
  return approvals.some(({ held, isAnswered }) => held !== 'recalled' && !isAnswered);
}

/** Whether the owner was told to end its process. */
export function isEnding({ command }: ConversationContext): boolean {
  return command !== undefined && command.kind !== 'interrupt';
}

const commandKinds = ['interrupt', 'stop', 'close'] as const;

/** A command does not replace a stronger one that was not carried out yet. */
export function strongerCommand(
  { command }: ConversationContext,
  type: 'op.interrupt' | 'op.stop' | 'op.close',
): (typeof commandKinds)[number] {
  return commandKinds.findLast((kind) => kind === command?.kind || type === `op.${kind}`) ?? 'stop';
}

export function posted(context: ConversationContext, mail: Mail): Change {
  const row: ConversationRow = {
    type: 'posted',
    id: mail.id,
    content: mail.content,
    at: mail.at,
  };
  return { mail: [...context.mail, mail], rows: [...context.rows, row] };
}

export function handed({ mail }: ConversationContext, id: string): Change {
  return { mail: mail.map((one) => (one.id === id ? { ...one, state: 'handed' } : one)) };
}

export function returned({ mail }: ConversationContext, id: string): Change {
  return { mail: mail.map((one) => (one.id === id ? { ...one, state: 'waiting' } : one)) };
}

/** Gives the messages that fit their outcome, of which each has exactly one. */
export function settled(
  context: ConversationContext,
  fits: (mail: Mail) => boolean,
  { outcome, at, error }: { outcome: MailOutcome; at: number; error?: string | undefined },
): Change {
  const ended = context.mail.filter(fits);
  const rows = ended.map(
    ({ id }): ConversationRow => ({
      type: 'settled',
      id,
      outcome,
      at,
      ...(error !== undefined && { error }),
    }),
  );
  return {
    mail: context.mail.filter((one) => !fits(one)),
    rows: [...context.rows, ...rows],
  };
}

/** What is left in doubt once a turn is over: it goes with every message until one was answered. */
export function doubtAfter(
  { doubt, mail }: ConversationContext,
  { id, outcome }: { id: string; outcome: MailOutcome },
): ConversationContext['doubt'] {
  const isTold = outcome === 'answered' && mail.some((one) => one.id === id && !one.resumes);
  return isTold ? undefined : doubt;
}

/** A turn was cut off. It is never run again; the tools that were running are in doubt. */
export function interrupted(
  context: ConversationContext,
  reason: Extract<ConversationRow, { type: 'interrupted' }>['reason'],
  at: number,
): Change {
  const messages = context.mail.filter(isHanded).map(({ id }) => id);
  if (messages.length === 0) return {};
  const { tools } = context;
  const row: ConversationRow = { type: 'interrupted', reason, messages, tools, at };
  const withRow = { ...context, rows: [...context.rows, row] };
  return {
    ...settled(withRow, isHanded, { outcome: 'interrupted', at }),
    tools: [],
    // Calls that the process held are gone. If the model repeats one, it gets the answer.
    approvals: context.approvals.map((one) =>
      one.held === 'live' ? { ...one, held: 'recalled' as const } : one,
    ),
    doubt: [...(context.doubt ?? []), ...tools],
    interruptions: [...context.interruptions, at],
    // In all other cases the worker has recorded the usage of its process.
    ...(reason === 'workerLost' && { lostTurn: { toolCalls: tools.length } }),
  };
}

/** Whether to continue without a new message after a turn was cut off. */
export function mayContinue(
  { interruptions }: ConversationContext,
  { interrupted, max, withinMs }: RecoverySettings,
  at: number,
): boolean {
  const lately = interruptions.filter((one) => one > at - withinMs);
  return interrupted === 'continue' && lately.length < max;
}

/** What the model is told after a turn was cut off. */
export function doubtText(tools: readonly OpenTool[]): string {
  const calls = tools.map(({ id, name }) => `${name} (${id})`).join(', ');
  const doubt =
    tools.length > 0
      ? ` The outcome of these tool calls is unknown, they may or may not have taken effect: ${calls}. Check before you repeat any of them.`
      : ' Check what has been done before you repeat anything.';
  return `Your previous turn was cut off because the machine or the process that ran it ended.${doubt}`;
}

/** A message of the fleet itself that makes the model go on. */
export function continuation(context: ConversationContext, at: number): Mail {
  const { id: conversation, epoch, interruptions, mail } = context;
  const id = `continue/${epoch}.${interruptions.length}`;
  const content = 'Continue where you were cut off.';
  const priority = Math.min(0, ...mail.map((one) => one.priority));
  const uuid = derivedUuid(`${conversation}/${id}`);
  return { id, uuid, content, at, priority, state: 'waiting' };
}

/** A uuid made from a text, because charts must not use randomness. */
function derivedUuid(text: string): string {
  const hex = [1, 2, 3, 4].map((seed) => hashOf(text, seed)).join('');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`];
  return [...groups, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}

/** FNV-1a. */
function hashOf(text: string, seed: number): string {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

export function noted(
  { approvals, ...context }: ConversationContext,
  event: Extract<ConversationEvent, { type: 'output' }>,
): Change {
  const { tools, usage, sessionId } = event;
  return {
    ...(tools && { tools }),
    ...(sessionId !== undefined && { sessionId }),
    ...(usage && {
      usage: addUsage(context.usage, usage),
      usageAt: usage.at,
      lostTurn: undefined,
    }),
  };
}
