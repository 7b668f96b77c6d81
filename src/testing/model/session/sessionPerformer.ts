import { defaultTimeouts, pathTimeouts } from '../../../defaults.js';
import type { SessionContext } from '../../../machines/session/sessionTypes.js';
import { openTurns } from '../../../machines/session/turnLedger.js';
import type { FrameNames } from '../NameCounter.js';
import type { EventPerformer, PerformContext } from '../run/eventPerformer.js';
import type { ScriptedProcess } from '../run/ScriptedProcess.js';
import { settle, waitUntil } from '../run/waiting.js';
import { firstHook } from './hookRequest.js';
import { sessionCliActs } from './sessionCliActs.js';
import type { SessionDriver } from './sessionDriver.js';
import { type SessionModelEvent, state, taskEnded } from './sessionModelEvents.js';

type Of<Type extends string> = Extract<SessionModelEvent, { type: Type }>;

const { reactionMs } = pathTimeouts;
const requests = new WeakMap<ScriptedProcess, AbortController>();

function isAnswered(process: ScriptedProcess, id: string): boolean {
  return process.lines.some(({ response }) => response?.request_id === id);
}

async function userAnswers<App>(
  { id, value }: Of<'userAnswers'>,
  { process, driver, names, callApp }: PerformContext<App, SessionDriver<App>>,
): Promise<void> {
  const answered = () => isAnswered(process, names.latest(id));
  const { behavior } = value as { behavior?: 'allow' | 'deny' };
  if (behavior === undefined) await waitUntil(answered, reactionMs);
  else await callApp((app) => driver[behavior]?.(app), answered);
}

async function request<App>(
  { subtype, timeoutMs }: Of<'request'>,
  { process, driver, callApp }: PerformContext<App, SessionDriver<App>>,
): Promise<void> {
  if (subtype === 'interrupt') return callApp((app) => driver.interrupt?.(app));
  const abort = new AbortController();
  requests.set(process, abort);
  const { signal } = abort;
  await callApp((app) => driver.request?.(app, { signal, ...(timeoutMs && { timeoutMs }) }));
}

async function badPipe<App>(
  { mode, doing }: Of<'badPipe'>,
  context: PerformContext<App, SessionDriver<App>>,
): Promise<void> {
  await perform(doing, context);
  await settle();
  if (mode !== 'fail') return;
  context.process.writes = 'accept';
  // The CLI does not exit, so the failure is reported.
  await context.clock.increment(defaultTimeouts.outputAfterExit);
}

/** In a real run the ids are known: they are those of the session under test. */
function namesIn<App>({ process, names }: PerformContext<App, SessionDriver<App>>): FrameNames {
  const same = (id: string) => id;
  return {
    request: same,
    message: same,
    hook: () => firstHook(process),
    next: (name) => names.next(name),
    latest: (name) => names.latest(name),
  };
}

async function perform<App>(
  modelEvent: SessionModelEvent,
  context: PerformContext<App, SessionDriver<App>>,
): Promise<void> {
  const { process, driver, callApp, clock, names } = context;
  const cliActs = sessionCliActs(modelEvent, namesIn(context));
  for (const act of cliActs) process.perform(act);
  switch (modelEvent.type) {
    case 'send':
      return callApp((app) => driver.send?.(app, `message ${names.next('m')}`));
    case 'request':
      return request(modelEvent, context);
    case 'cancelRequest':
      requests.get(process)?.abort();
      return;
    case 'callback':
      // A user may take their time to answer; only a hook is known to answer on its own.
      return settle();
    case 'userAnswers':
      return userAnswers(modelEvent, context);
    case 'end':
      return callApp((app) => driver.end?.(app));
    case 'stop':
      return callApp((app) => driver.stop?.(app));
    case 'badPipe':
      return badPipe(modelEvent, context);
    case 'time':
      return clock.increment(modelEvent.ms);
    default:
      if (cliActs.length === 0) {
        throw new Error(`No path can make "${modelEvent.type}" happen to an application.`);
      }
  }
}

function finishWork(process: ScriptedProcess, snapshot: { context: unknown }): void {
  process.spawn();
  const { requests: open, turns, tasks, cliState } = snapshot.context as SessionContext;
  for (const id of Object.keys(open.pending)) process.answer(id);
  for (const { id } of tasks.open) process.writeMessage((taskEnded(id) as Of<'frame'>).message);
  for (const { uuid } of openTurns(turns)) process.writeResult(uuid);
  const isBusy = turns.open.size > 0 || tasks.open.length > 0 || cliState === 'running';
  if (isBusy) process.writeMessage((state('idle') as Of<'frame'>).message);
}

/** Makes the model events of a session happen to a real application. */
export const sessionPerformer: EventPerformer<SessionModelEvent, unknown, SessionDriver> = {
  perform,
  finishWork,
};
