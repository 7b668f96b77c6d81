import { ClaudeActorsError } from '../../../errors.js';
import type { SessionContext } from '../../../machines/session/sessionTypes.js';
import type { PlayedProcess } from '../play/PlayedProcess.js';
import type { Hands, Stage } from '../play/Stage.js';
import { settle, until } from '../play/waiting.js';
import { hookRequest } from './hookRequest.js';
import type { SessionDriver } from './SessionDriver.js';
import { cliRequest, type SessionStimulus, state, taskEnded } from './sessionStimuli.js';

type Of<Type extends string> = Extract<SessionStimulus, { type: Type }>;

const answerMs = 100;
const requests = new WeakMap<PlayedProcess, AbortController>();

function isAnswered(process: PlayedProcess, id: string): boolean {
  return process.lines.some(({ response }) => response?.request_id === id);
}

async function callback<App>(
  { id: name, kind }: Of<'callback'>,
  { process, fresh }: Stage<App, SessionDriver<App>>,
): Promise<void> {
  const id = fresh(name);
  const request = kind === 'hook' ? hookRequest(process, id) : cliRequest(kind, id);
  process.say({ type: 'control_request', request_id: id, request });
  // Whoever is asked may take its time: only a hook is known to answer by itself.
  await settle();
}

async function userAnswers<App>(
  { id, value }: Of<'userAnswers'>,
  { process, driver, latest, ask }: Stage<App, SessionDriver<App>>,
): Promise<void> {
  const answered = () => isAnswered(process, latest(id));
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
  stage.process.writes = mode;
  await act(doing, stage);
  await settle();
  if (mode === 'fail') stage.process.writes = 'take';
}

async function act<App>(
  stimulus: SessionStimulus,
  stage: Stage<App, SessionDriver<App>>,
): Promise<void> {
  const { process, driver, ask, clock } = stage;
  switch (stimulus.type) {
    case 'spawn':
      return process.spawn();
    case 'spawnFail':
      return process.fail(new ClaudeActorsError('CliNotFound', 'The CLI is not there.'));
    case 'answer':
      if (stimulus.ok === false) process.refuse(stimulus.id, 'not now');
      else process.answer(stimulus.id, stimulus.response);
      return;
    case 'send':
      return ask((app) => driver.send?.(app, `message ${stage.fresh('m')}`));
    case 'request':
      return request(stimulus, stage);
    case 'cancelRequest':
      requests.get(process)?.abort();
      return;
    case 'callback':
      return callback(stimulus, stage);
    case 'userAnswers':
      return userAnswers(stimulus, stage);
    case 'cliCancels':
      return process.say({ type: 'control_cancel_request', request_id: stimulus.id });
    case 'end':
      return ask((app) => driver.end?.(app));
    case 'stop':
      return ask((app) => driver.stop?.(app));
    case 'frame':
      return process.say({ ...stimulus.message, uuid: stage.fresh('uuid') });
    case 'garbage':
      return process.write('this is no JSON\n');
    case 'hugeLine':
      // What comes after it must be a line of its own; below the limit, that line is garbage.
      process.write('x'.repeat(stimulus.bytes));
      if (stimulus.bytes > 4 * 2 ** 20) process.write('\n');
      return;
    case 'badPipe':
      return badPipe(stimulus, stage);
    case 'exit':
      return process.exit({ code: stimulus.code });
    case 'time':
      return clock.increment(stimulus.ms);
    default:
      throw new Error(`A path cannot do "${stimulus.type}" to an application.`);
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
