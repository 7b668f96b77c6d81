import { expect } from '@jest/globals';
import { createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate';
import * as hosts from '../../src/actors/pool/poolHosts.js';
import { pooledSessionChart } from '../../src/machines/pool/pooledSessionChart.js';
import type { ApprovalOutlook, HostReport } from '../../src/machines/pool/pooledSessionTypes.js';
import { poolSpareChart } from '../../src/machines/pool/poolSpareChart.js';
import { compileMachine } from '../../src/statechart/compileMachine.js';
import { delayEvents } from '../../src/testing/model/chart/xstateEvents.js';
import { timersLeft } from '../support/leftovers.js';
import type { Coverage } from './coverage.js';
import type { Model, Stimulus } from './runModel.js';
import { underParent } from './underParent.js';
import { walkAll } from './walkAll.js';

type Sent = Stimulus & Record<string, unknown>;
type Report = (event: HostReport) => void;

/** An actor that notes what it is sent. */
function listener() {
  const heard: (EventObject & Record<string, unknown>)[] = [];
  const ref = createActor(
    fromCallback<EventObject>(({ receive }) => receive((event) => void heard.push(event as never))),
  ).start();
  return { ref, heard };
}

const times = {
  idleTimeout: 1000,
  memoryCheck: 300,
  continueTimeout: 700,
  retry: 500,
};

const found = (approvals: ApprovalOutlook): HostReport => ({
  type: 'host.found',
  isNew: true,
  approvals,
});

/** What makes messages wait, and what makes waiting useless. */
const pressure = {
  needed: { type: 'slot.needed', isNeeded: true },
  notNeeded: { type: 'slot.needed', isNeeded: false },
  agents: { type: 'host.background', hasAgents: true },
  noAgents: { type: 'host.background', hasAgents: false },
} as const;

/** A conversation whose process is the test's own. */
function pooledSessionModel(idleMs: number | undefined, maxRssMb: number | undefined) {
  const settings = {
    ...{ idleMs, maxRssMb },
    memoryCheckMs: times.memoryCheck,
    continueMs: times.continueTimeout,
  };
  const logic = compileMachine(pooledSessionChart, {
    actors: { lookup: hosts.lookup, host: hosts.conversationHost },
  });
  const at = (value: unknown, state: string) => JSON.stringify(value).includes(`"${state}"`);
  return (coverage: Coverage): Model<Sent> => ({
    chart: pooledSessionChart,
    input: { key: 'k', owner: listener().ref, host: {}, settings },
    distinguish: ({ context: { mustPark, isNeeded, hasAgents, isWanted, approvals } }) => [
      mustPark,
      isNeeded,
      hasAgents,
      isWanted,
      approvals,
    ],
    stimuli({ value }) {
      const isOpen = at(value, 'open') || JSON.stringify(value).startsWith('{"open"');
      const isLive = JSON.stringify(value).includes('live');
      const types = [
        ...[
          'slot.message',
          'slot.withdrawn',
          'slot.start',
          'slot.park',
          'slot.stop',
          'slot.approval',
        ],
        ...(at(value, 'resolving') ? ['host.found', 'wait', 'continue', 'host.gone'] : []),
        ...(at(value, 'starting') ? ['host.started'] : []),
        ...(isLive ? ['host.idle', 'host.working', 'host.deferred', 'host.continued'] : []),
        ...(isLive ? ['little', 'much', 'memoryCheck'] : []),
        ...['needed', 'notNeeded'],
        ...(isOpen ? ['agents', 'noAgents'] : []),
        ...(JSON.stringify(value).includes('"continuing":"waiting"') ? ['continueTimeout'] : []),
        ...(isOpen ? ['host.gone'] : []),
        ...(at(value, 'idle') ? ['idleTimeout'] : []),
      ];
      return types.map((type) => ({ type }));
    },
    events: ({ type }, snapshot) => {
      if (type in times) return delayEvents(snapshot, type);
      if (type === 'little') return [{ type: 'host.measured', rssMb: 50 } as EventObject];
      if (type === 'much') return [{ type: 'host.measured', rssMb: 500 } as EventObject];
      if (type === 'wait' || type === 'continue') return [found(type)];
      if (type in pressure) return [pressure[type as 'needed']];
      return [type === 'host.found' ? found('none') : { type }];
    },
    world: () => {
      const clock = new SimulatedClock();
      const { ref: owner, heard } = listener();
      let report: Report = () => {};
      let openProcesses = 0;
      const calls: string[] = [];
      let isOwed = false;
      const host: hosts.ConversationHost = {
        lookup: (send) => {
          report = send;
        },
        open: (_spare, send) => {
          openProcesses += 1;
          report = send;
        },
        deliver: () => {
          calls.push('deliver');
          isOwed = false;
        },
        end: () => calls.push('end'),
        stop: () => calls.push('stop'),
        measure: () => calls.push('measure'),
        tellAnswers: (isLost) => calls.push(isLost ? 'giveUp' : 'tellAnswers'),
      };
      const { child, stop } = underParent(
        logic,
        { key: 'k', owner, host, settings },
        clock,
        coverage.inspect,
      );
      return {
        perform({ type }) {
          const isHeld = JSON.stringify(child.getSnapshot().value).includes('holding');
          if (type === 'slot.message' && isHeld) isOwed = true;
          if (type in times) clock.increment(times[type as 'retry']);
          else if (type === 'little') report({ type: 'host.measured', rssMb: 50 });
          else if (type === 'much') report({ type: 'host.measured', rssMb: 500 });
          else if (type === 'wait' || type === 'continue') report(found(type));
          else if (type === 'needed' || type === 'notNeeded') child.send(pressure[type]);
          else if (type === 'agents' || type === 'noAgents') report(pressure[type]);
          else if (type === 'host.found') report(found('none'));
          else if (type.startsWith('host.')) {
            if (type === 'host.gone' && openProcesses > 0) openProcesses -= 1;
            report({ type } as HostReport);
          } else child.send({ type });
        },
        value: () => child.getSnapshot().value,
        check() {
          const { value, status } = child.getSnapshot();
          const text = JSON.stringify(value);
          // One process at most, and exactly while the state says so.
          expect(openProcesses).toBe(text.startsWith('{"open"') ? 1 : 0);
          const phase = heard.at(-1)?.phase;
          if (text.includes('continuing')) expect(phase).toBe('working');
          else if (status === 'active') expect(text).toContain(`"${String(phase)}"`);
          const { mustPark, isNeeded, hasAgents } = child.getSnapshot().context;
          if (text.includes('"working"')) {
            expect(text.includes('holding')).toBe((mustPark || isNeeded) && !hasAgents);
          }
          // Whatever came while messages were held is delivered once they need not be.
          if (text.includes('delivering')) expect(isOwed).toBe(false);
          if (text.includes('parking')) expect(calls.at(-1)).toBe('end');
          if (text.includes('stopping')) expect(calls.at(-1)).toBe('stop');
          if (maxRssMb === undefined) expect(calls).not.toContain('measure');
        },
        finish() {
          const wasOpen = openProcesses > 0;
          stop();
          expect(timersLeft(clock)).toBe(0);
          // Stopped from outside, it leaves no process behind.
          if (wasOpen) expect(calls.at(-1)).toBe('stop');
        },
      };
    },
  });
}

walkAll('pooledSession', pooledSessionChart, {
  'with limits': pooledSessionModel(times.idleTimeout, 100),
  'without limits': pooledSessionModel(undefined, undefined),
});

walkAll('poolSpare', poolSpareChart, {
  'a spare': (coverage: Coverage): Model<Sent> => ({
    chart: poolSpareChart,
    input: { id: '1', owner: listener().ref, host: {}, retryMs: times.retry },
    distinguish: () => null,
    stimuli: ({ value }) => {
      const text = JSON.stringify(value);
      const isOpen = text.includes('open');
      return [
        ...['spare.take', 'spare.dismiss'],
        ...(text.includes('starting') ? ['host.started'] : []),
        ...(isOpen ? ['host.gone'] : []),
        ...(text.includes('cooling') ? ['retry'] : []),
      ].map((type) => ({ type }));
    },
    events: ({ type }, snapshot) => (type in times ? delayEvents(snapshot, type) : [{ type }]),
    world: () => {
      const clock = new SimulatedClock();
      const { ref: owner, heard } = listener();
      let report: Report = () => {};
      let ended = 0;
      const host: hosts.SpareHost = {
        open: (_id, send) => {
          report = send;
        },
        end: () => {
          ended += 1;
        },
      };
      const logic = compileMachine(poolSpareChart, { actors: { host: hosts.spareHost } });
      const input = { id: '1', owner, host, retryMs: times.retry };
      const { child, stop } = underParent(logic, input, clock, coverage.inspect);
      return {
        async perform({ type }) {
          if (type in times) clock.increment(times[type as 'retry']);
          else if (type.startsWith('host.')) report({ type } as HostReport);
          else child.send({ type });
          await undefined;
        },
        value: () => child.getSnapshot().value,
        check() {
          const text = JSON.stringify(child.getSnapshot().value);
          const phase = String(heard.at(-1)?.phase ?? 'starting');
          if (child.getSnapshot().status === 'active') expect(text).toContain(phase);
          if (text.includes('starting') || text.includes('ready')) expect(ended).toBe(0);
          if (text.includes('leaving')) expect(ended).toBeGreaterThan(0);
        },
        async finish() {
          stop();
          await undefined;
          expect(timersLeft(clock)).toBe(0);
        },
      };
    },
  }),
});
