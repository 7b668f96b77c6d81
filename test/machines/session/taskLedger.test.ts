import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isOpenTask,
  noTasks,
  runConfirmed,
  type TaskChange,
  type TaskLedger,
  taskChanged,
  trackedCount,
  type WaitFor,
} from '../../../src/machines/session/taskLedger.js';

function ledgerAfter(changes: readonly TaskChange[], waitFor: WaitFor = 'agents'): TaskLedger {
  return changes.reduce((ledger, change) => taskChanged(ledger, change, waitFor), noTasks);
}

const started = (id: string, taskType?: string): TaskChange => ({ id, kind: 'started', taskType });
const ends = ['completed', 'failed', 'stopped'] as const;

describe('which tasks are waited for', () => {
  const ledger = ledgerAfter([
    started('a', 'local_agent'),
    started('w', 'local_workflow'),
    started('s', 'local_bash'),
    started('n', 'remote_agent'),
    started('u'),
  ]);

  it.each([
    ['turn', 0],
    ['agents', 2],
    ['tasks', 5],
  ] as const)('%s: %i of agent, workflow, shell, another and an untyped one', (waitFor, count) => {
    expect(trackedCount(ledger, waitFor)).toBe(count);
  });
});

describe('a task', () => {
  it('is open from its start to its end', () => {
    expect(isOpenTask(ledgerAfter([started('a')]), 'a')).toBe(true);
  });

  it.each(ends)('is closed by %s', (kind) => {
    expect(ledgerAfter([started('a', 'local_agent'), { id: 'a', kind }]).open).toEqual([]);
  });

  it('ends once: a second report changes nothing', () => {
    const once = ledgerAfter([started('a', 'local_agent'), { id: 'a', kind: 'completed' }]);
    const confirmed = runConfirmed(once);
    expect(taskChanged(confirmed, { id: 'a', kind: 'failed' }, 'agents')).toBe(confirmed);
  });

  it('is open once, even if its start is reported twice', () => {
    expect(ledgerAfter([started('a', 'local_agent'), started('a', 'local_bash')]).open).toEqual([
      { id: 'a', taskType: 'local_agent' },
    ]);
  });

  it('may start again under its id', () => {
    const changes: TaskChange[] = [started('a'), { id: 'a', kind: 'stopped' }, started('a')];
    expect(isOpenTask(ledgerAfter(changes), 'a')).toBe(true);
  });

  it('is not opened or closed by its progress', () => {
    expect(ledgerAfter([{ id: 'a', kind: 'progressed' }])).toBe(noTasks);
    expect(ledgerAfter([started('a'), { id: 'a', kind: 'progressed' }]).open).toHaveLength(1);
  });

  it.each(ends)('that is unknown is not ended by %s', (kind) => {
    expect(ledgerAfter([{ id: 'a', kind }])).toBe(noTasks);
  });

  it('may have any text as its id', () => {
    const ledger = ledgerAfter([started('__proto__', 'local_agent')]);
    expect(trackedCount(ledger, 'agents')).toBe(1);
    expect(taskChanged(ledger, { id: '__proto__', kind: 'completed' }, 'agents').open).toEqual([]);
  });
});

describe('the confirmation after the last task', () => {
  it.each(ends)('is awaited once a tracked task ended by %s', (kind) => {
    const ledger = ledgerAfter([started('a', 'local_agent'), { id: 'a', kind }]);
    expect(ledger.confirmed).toBe(false);
    expect(runConfirmed(ledger).confirmed).toBe(true);
  });

  it('is not awaited after a shell, unless every task is waited for', () => {
    const changes: TaskChange[] = [started('s', 'local_bash'), { id: 's', kind: 'stopped' }];
    expect(ledgerAfter(changes).confirmed).toBe(true);
    expect(ledgerAfter(changes, 'tasks').confirmed).toBe(false);
  });

  it("is not awaited with waitFor: 'turn'", () => {
    const changes: TaskChange[] = [started('a', 'local_agent'), { id: 'a', kind: 'completed' }];
    expect(ledgerAfter(changes, 'turn').confirmed).toBe(true);
  });

  it('is still awaited if an untracked task ends meanwhile', () => {
    const changes: TaskChange[] = [
      started('a', 'local_agent'),
      started('s', 'local_bash'),
      { id: 'a', kind: 'completed' },
      { id: 's', kind: 'completed' },
    ];
    expect(ledgerAfter(changes).confirmed).toBe(false);
  });

  it('is awaited again for each tracked task that ends', () => {
    const one = runConfirmed(
      ledgerAfter([started('a', 'local_agent'), { id: 'a', kind: 'stopped' }]),
    );
    const next = taskChanged(one, started('b', 'local_agent'), 'agents');
    expect(next.confirmed).toBe(true);
    expect(taskChanged(next, { id: 'b', kind: 'stopped' }, 'agents').confirmed).toBe(false);
  });
});

describe('whatever is reported in whatever order', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const kind = fc.constantFrom('started', 'progressed', ...ends);
  const taskType = fc.constantFrom(undefined, 'local_agent', 'local_workflow', 'local_bash');
  const waitFor = fc.constantFrom('turn', 'agents', 'tasks' as const);

  it('a task is open exactly if its start came after its last end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id, kind, taskType }), { maxLength: 40, size: 'max' }),
        waitFor,
        (changes, whom) => {
          const ledger = ledgerAfter(changes as TaskChange[], whom as WaitFor);
          for (const one of ['a', 'b', 'c']) {
            const told = changes.filter(
              (change) => change.id === one && change.kind !== 'progressed',
            );
            expect(isOpenTask(ledger, one)).toBe(told.at(-1)?.kind === 'started');
          }
          expect(new Set(ledger.open.map((task) => task.id)).size).toBe(ledger.open.length);
          expect(trackedCount(ledger, whom as WaitFor)).toBeLessThanOrEqual(ledger.open.length);
        },
      ),
    );
  });
});
