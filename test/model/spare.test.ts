import { expect } from '@jest/globals';
import { type EventObject, SimulatedClock } from 'xstate';
import { spareMachine } from '../../src/actors/SpareRuntime.js';
import { spareChart } from '../../src/machines/spareChart.js';
import { delayEvents } from '../../src/testing/model/chart/xstateEvents.js';
import { timersLeft } from '../support/leftovers.js';
import type { Coverage } from './coverage.js';
import type { Model, Stimulus } from './runModel.js';
import { underParent } from './underParent.js';
import { walkAll } from './walkAll.js';

type Sent = Stimulus & { send?: EventObject };

const event = (type: string, fields: object = {}): Sent => ({ type, send: { type, ...fields } });
const claim = { cwd: '/x' };
const times = { startMs: 1000, hookAllowanceMs: 500 };
const delays: Readonly<Record<string, { in: string; ms: number }>> = {
  startTimeout: { in: 'counting', ms: 1000 },
  hookAllowance: { in: 'waitingForHooks', ms: 500 },
};

const starting = [
  event('session.ready'),
  event('session.ended', { error: 'gone' }),
  event('hook.started', { id: 'a' }),
  event('hook.ended', { id: 'a' }),
  { type: 'startTimeout' },
  { type: 'hookAllowance' },
];
const using = [
  event('session.ready'),
  event('spare.use'),
  event('spare.close'),
  event('session.ended', { error: 'gone' }),
];
const claiming = (requests: readonly string[]) => [
  event('session.ready'),
  event('spare.claim', { requests }),
  event('claim.accepted', { claim }),
  event('claim.refused', { error: 'no' }),
  event('session.ended', { error: 'gone' }),
  ...requests.flatMap((name) => [
    event('request.answered', { name }),
    event('request.answered', { name, refusal: 'never' }),
  ]),
];

interface Fields {
  requests: readonly string[];
  name: string;
  refusal: string;
  error: unknown;
}

/** What must be seen from outside: how often a prompt may be sent, and the end. */
interface Expected {
  prompts: number;
  output?: object;
}

/** The rules of `startup()` and `prewarm()`, told without states. */
function expectedOf(done: readonly Sent[]): Expected {
  let isParked = false;
  let claimed: { requests: readonly string[]; accepted: boolean } | undefined;
  const answers = new Map<string, string | undefined>();
  let prompts = 0;
  for (const { type, send } of done) {
    const { requests = [], name = '', refusal, error } = (send ?? {}) as Partial<Fields>;
    if (type === 'session.ended') {
      return { prompts, output: { kind: claimed ? 'claimRefused' : 'exited', error } };
    }
    if (!isParked) {
      if (type === 'startTimeout') return { prompts, output: { kind: 'timedOut' } };
      if (type === 'session.ready') isParked = true;
    } else if (!claimed) {
      if (type === 'spare.use') return { prompts: 1, output: { kind: 'used' } };
      if (type === 'spare.close') return { prompts, output: { kind: 'closed' } };
      if (type === 'spare.claim') claimed = { requests, accepted: false };
    } else {
      if (type === 'claim.refused') return { prompts, output: { kind: 'claimRefused', error } };
      if (type === 'claim.accepted') claimed.accepted = true;
      // The first answer to a request is the only one.
      if (type === 'request.answered') answers.set(name, answers.get(name) ?? refusal);
    }
    if (!claimed) continue;
    const isApplied = answers.has('settings') && answers.get('settings') === undefined;
    if (!claimed.requests.includes('settings') || (claimed.accepted && isApplied)) prompts = 1;
    if (!claimed.accepted || claimed.requests.some((one) => !answers.has(one))) continue;
    const refused = Object.fromEntries([...answers].filter(([, why]) => why !== undefined));
    if ('settings' in refused) {
      return { prompts, output: { kind: 'settingsRefused', claim, refused } };
    }
    if ('model' in refused) return { prompts, output: { kind: 'optionsRefused', claim, refused } };
    return { prompts, output: { kind: 'claimed', claim } };
  }
  return { prompts };
}

function spareModel(stimuli: readonly Sent[]) {
  return (coverage: Coverage): Model<Sent> => ({
    chart: spareChart,
    input: { ...times, now: () => 0 },
    // A request is answered once.
    stimuli: ({ context }) =>
      stimuli.filter(
        ({ type, send }) =>
          type !== 'request.answered' ||
          context.unanswered.includes((send as unknown as { name: string }).name),
      ),
    events: ({ type, send }, snapshot) => (send ? [send] : delayEvents(snapshot, type)),
    distinguish: ({ context: { hooks, hookLeftMs, claim, unanswered, refused } }) => [
      hooks,
      hookLeftMs,
      claim,
      unanswered,
      refused,
    ],
    world: () => {
      const clock = new SimulatedClock();
      const input = { ...times, now: () => clock.now() };
      const { child, told, stop } = underParent(spareMachine, input, clock, coverage.inspect);
      const done: Sent[] = [];
      let prompts = 0;
      (child as unknown as { on(type: string, f: () => void): void }).on('promptReleased', () => {
        prompts += 1;
      });
      const value = () => child.getSnapshot().value;
      return {
        perform(stimulus) {
          const delay = delays[stimulus.type];
          if (delay && !JSON.stringify(value()).includes(delay.in)) return;
          done.push(stimulus);
          if (stimulus.send) child.send(stimulus.send);
          else if (delay) clock.increment(delay.ms);
        },
        value,
        check: () => {
          const expected = expectedOf(done);
          expect(prompts).toBe(expected.prompts);
          const { output } = expected;
          expect(told).toMatchObject(output ? [{ type: 'xstate.done.actor.child', output }] : []);
        },
        finish: () => {
          stop();
          expect(timersLeft(clock)).toBe(0);
        },
      };
    },
  });
}

walkAll('spare', spareChart, {
  starting: spareModel(starting),
  using: spareModel(using),
  'claiming alone': spareModel(claiming([])),
  'claiming with a model': spareModel(claiming(['model'])),
  'claiming with settings': spareModel(claiming(['settings', 'model'])),
});
