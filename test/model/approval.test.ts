import { expect } from '@jest/globals';
import { type EventObject, SimulatedClock } from 'xstate';
import type { Approval } from '../../src/codec/approvals.js';
import { approvalChart } from '../../src/machines/approvals/approvalChart.js';
import { type ApprovalStep, nextApproval } from '../../src/machines/approvals/approvalRecord.js';
import { compileMachine } from '../../src/statechart/compileMachine.js';
import { delayEvents } from '../../src/testing/model/chart/xstateEvents.js';
import { timersLeft } from '../support/leftovers.js';
import type { Coverage } from './coverage.js';
import type { Model, Stimulus } from './runModel.js';
import { underParent } from './underParent.js';
import { walkAll } from './walkAll.js';

type Sent = Stimulus & { step?: ApprovalStep };

const holdMs = 1000;
const steps: ApprovalStep[] = [
  { type: 'approval.answer', decision: { behavior: 'allow' } },
  { type: 'approval.withdraw', at: 1 },
  { type: 'approval.use', at: 2 },
  { type: 'approval.defer' },
  { type: 'approval.recall' },
  { type: 'approval.call', toolUseId: 'toolu_2' },
];

const fresh: Approval = {
  ...{ id: 'a', sessionId: 's', tool: 'Bash', input: {}, toolUseId: 'toolu_1', inputHash: 'h' },
  ...{ askedAt: 0, state: 'open', held: 'live', epoch: 0, revision: 1 },
};

/** The live actor and the stored record must agree after every step. */
function model(limit: number | undefined) {
  const logic = compileMachine(approvalChart);
  return (coverage: Coverage): Model<Sent> => ({
    chart: approvalChart,
    input: { holdMs: limit },
    stimuli: () => [
      ...steps.map((step) => ({ type: step.type, step })),
      ...(limit === undefined ? [] : [{ type: 'holdTimeout' }]),
    ],
    events: ({ type, step }, snapshot) =>
      step ? [step as EventObject] : delayEvents(snapshot, type),
    distinguish: () => null,
    world: () => {
      const clock = new SimulatedClock();
      const { child, stop } = underParent(logic, { holdMs: limit }, clock, coverage.inspect);
      let record = fresh;
      let answers = 0;
      let uses = 0;
      return {
        perform({ step }) {
          const before = record;
          if (step) {
            child.send(step);
            record = nextApproval(record, step) ?? record;
          } else {
            clock.increment(holdMs);
            if (record.held === 'live') {
              record = nextApproval(record, { type: 'approval.recall' }) ?? record;
            }
          }
          if (before.state !== record.state) {
            expect(record.revision).toBe(before.revision + 1);
            if (record.state === 'answered') answers += 1;
            if (record.state === 'used') uses += 1;
          }
        },
        value: () => child.getSnapshot().value,
        check() {
          const { state, held } = record;
          expect(child.getSnapshot().value).toEqual({ answer: state, call: held });
          // The first answer wins, and is used once; nothing is used without an answer.
          expect(answers).toBeLessThanOrEqual(1);
          expect(uses).toBeLessThanOrEqual(answers);
        },
        finish() {
          stop();
          expect(timersLeft(clock)).toBe(0);
        },
      };
    },
  });
}

walkAll('approval', approvalChart, {
  'held for a time': model(holdMs),
  'held forever': model(undefined),
});
