import { type CliPlan, planWarmQuery } from '../actors/cliPlan.js';
import type { SessionStream } from '../actors/messages/SessionStream.js';
import { SpareRuntime } from '../actors/SpareRuntime.js';
import { earlyStartMs, startHookAllowanceMs } from '../defaults/startEarly.js';
import { ClaudeActorsError } from '../errors.js';
import { checkPrompt } from '../options/checks/checkCall.js';
import { checkMilliseconds } from '../options/checks/checkFields.js';
import type { Options } from '../options/types.js';
import { Query } from '../Query.js';
import type { StartupCall, WarmQuery } from './startEarly.js';

type GivenPrompt = Parameters<WarmQuery['query']>[0];

/** A query that was started without a prompt, and the machine that knows how far it is. */
export interface StartedEarly {
  query: Query;
  stream: SessionStream;
  spare: SpareRuntime;
  /** Sends this prompt as soon as the machine allows it. */
  prompt: GivenPrompt | undefined;
}

export async function startWarmQuery(call: StartupCall): Promise<WarmQuery> {
  const { initializeTimeoutMs, options } = call;
  const started = await startEarly(options, {
    startMs: initializeTimeoutMs ?? options?.timeouts?.initialize,
    hookAllowanceMs: startHookAllowanceMs,
  });
  const { query, spare } = started;
  return {
    query(prompt) {
      if (!spare.isParked) throw unavailable('WarmQuery.query()', spare);
      checkPrompt(prompt);
      started.prompt = prompt;
      spare.send({ type: 'spare.use' });
      return query;
    },
    close() {
      if (!spare.isParked) return;
      spare.send({ type: 'spare.close' });
      void query.close();
    },
    async [Symbol.asyncDispose]() {
      spare.send({ type: 'spare.close' });
      await query.close();
    },
  };
}

interface StartTimes {
  /** Default: a minute. */
  startMs: number | undefined;
  /** How long start-up hooks may take beyond that, unless `startMs` is given. */
  hookAllowanceMs: number;
}

/** Starts a CLI without a prompt. Rejects if it does not complete the handshake; it is gone then. */
export async function startEarly(
  options: Options | undefined,
  { startMs, hookAllowanceMs }: StartTimes,
): Promise<StartedEarly> {
  if (startMs !== undefined) checkMilliseconds('initializeTimeoutMs', startMs);
  const plan: CliPlan = planWarmQuery(options);
  const query = new Query(plan);
  const stream = Query.streamOf(query);
  const started: Omit<StartedEarly, 'spare'> = { query, stream, prompt: undefined };
  const spare = new SpareRuntime(stream, {
    ...plan.actor,
    startMs: startMs ?? earlyStartMs,
    hookAllowanceMs: startMs === undefined ? hookAllowanceMs : 0,
    onPromptReleased: () => Query.givePrompt(query, result.prompt as GivenPrompt),
  });
  const result: StartedEarly = Object.assign(started, { spare });
  try {
    await spare.parked;
  } catch (error) {
    await query.close();
    throw error;
  }
  return result;
}

/** The error for a spare that cannot take a prompt, with the reason. */
export function unavailable(operation: string, { actor }: SpareRuntime): ClaudeActorsError {
  const { output } = actor.getSnapshot();
  const isGone = output?.kind === 'closed' || output?.kind === 'exited';
  const why = isGone
    ? ': the process was closed or has exited. Start with query() instead'
    : ' can only be called once. Start another process for the next prompt';
  const cause = output?.kind === 'exited' ? output.error : undefined;
  return new ClaudeActorsError('SpareUnavailable', `${operation}${why}.`, { operation }, { cause });
}
