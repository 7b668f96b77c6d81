import type { SessionContext } from '../../../machines/session/sessionTypes.js';
import type { CliNames } from '../CliAct.js';
import type { PlayedProcess } from '../play/PlayedProcess.js';
import type { Hands, Stage } from '../play/Stage.js';
import { settle, until } from '../play/waiting.js';
import { firstHook } from './hookRequest.js';
import type { SessionDriver } from './SessionDriver.js';
import { sessionActs } from './sessionActs.js';
import { type SessionStimulus, state, taskEnded } from './sessionStimuli.js';

type Of<Type extends string> = Extract<SessionStimulus, { type: Type }>;

const answerMs = 100;
const requests = new WeakMap<PlayedProcess, AbortController>();

function isAnswered(process: PlayedProcess, id: string): boolean {
  return process.lines.some(({ response }) => response?.request_id === id);
}

async function userAnswers<App>(
  { id, value }: Of<'userAnswers'>,
  { process, driver, names, ask }: Stage<App, SessionDriver<App>>,
): Promise<void> {
  const answered = () => isAnswered(process, names.latest(id));
  const { behavior } = value as { behavior?: 'allow' | 'deny' };
  if (behavior === undefined) await until(answered, answerMs);
  else await ask((app) => driver[behavior]?.(app), answered);
}

async function request<App>(
  { subtype, timeoutMs }: Of<'request'>,
  { process, driver, ask }: Stage<App, SessionDriver<App>>,
): Promise<void> {
  if (subtype === 'interrupt') return ask((app) => driver.interrupt?.(app));
  const abort = new AbortController();
  requests.set(process, abort);
  const { signal } = abort;
  await ask((app) => driver.request?.(app, { signal, ...(timeoutMs && { timeoutMs }) }));
}

async function badPipe<App>(
  { mode, doing }: Of<'badPipe'>,
  stage: Stage<App, SessionDriver<App>>,
): Promise<void> {
  await act(doing, stage);
  await settle();
  if (mode === 'fail') stage.process.writes = 'accept';
}

/** What the frames name is known by now: the ids are those of the session that is played to. */
function namesIn<App>({ process, names }: Stage<App, SessionDriver<App>>): CliNames {
  const same = (id: string) => id;
  return {
    request: same,
    message: same,
    hook: () => firstHook(process),
    fresh: (name) => names.fresh(name),
    latest: (name) => names.latest(name),
  };
}

async function act<App>(
  stimulus: SessionStimulus,
  stage: Stage<App, SessionDriver<App>>,
): Promise<void> {
  const { process, driver, ask, clock, names } = stage;
  const does = sessionActs(stimulus, namesIn(stage));
  for (const one of does) process.perform(one);
  switch (stimulus.type) {
    case 'send':
      return ask((app) => driver.send?.(app, `message ${names.fresh('m')}`));
    case 'request':
      return request(stimulus, stage);
    case 'cancelRequest':
      requests.get(process)?.abort();
      return;
    case 'callback':
      // Whoever is asked may take its time: only a hook is known to answer by itself.
      return settle();
    case 'userAnswers':
      return userAnswers(stimulus, stage);
    case 'end':
      return ask((app) => driver.end?.(app));
    case 'stop':
      return ask((app) => driver.stop?.(app));
    case 'badPipe':
      return badPipe(stimulus, stage);
    case 'time':
      return clock.increment(stimulus.ms);
    default:
      if (does.length === 0) {
        throw new Error(`A path cannot do "${stimulus.type}" to an application.`);
      }
  }
}

function oblige(process: PlayedProcess, snapshot: { context: unknown }): void {
  process.spawn();
  const { requests: open, turns, tasks, cliState } = snapshot.context as SessionContext;
  for (const id of Object.keys(open.pending)) process.answer(id);
  for (const { id } of tasks.open) process.say((taskEnded(id) as Of<'frame'>).message);
  for (const { uuid } of turns.open) process.conclude(uuid);
  const isBusy = turns.open.length > 0 || tasks.open.length > 0 || cliState === 'running';
  if (isBusy) process.say((state('idle') as Of<'frame'>).message);
}

/** How the steps of a session's life are done to a real application. */
export const sessionHands: Hands<SessionStimulus, unknown, SessionDriver> = { act, oblige };
