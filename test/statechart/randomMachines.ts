import fc from 'fast-check';
import { type AnyStateMachine, assign, enqueueActions, setup, stateIn } from 'xstate';

/** A state of a chart that is made at random; targets are indexes into the list of all states. */
interface Sketch {
  parallel: boolean;
  children: Sketch[];
  entry: boolean;
  exit: boolean;
  final: boolean;
  after?: number;
  on: { event: string; guard?: string; target?: number; reenter: boolean; actions: string[] }[];
  always?: { guard: string; target: number };
}

const transition = fc.record(
  {
    event: fc.constantFrom('a', 'b', 'a.b', 'a.*', '*'),
    guard: fc.constantFrom('isEven', 'isLow', 'isThere'),
    target: fc.nat(20),
    reenter: fc.boolean(),
    actions: fc
      .array(fc.constantFrom(['add'], ['note'], ['add', 'raise'], ['several']), { maxLength: 2 })
      .map((all) => all.flat()),
  },
  { requiredKeys: ['event', 'reenter', 'actions'] },
);

const { sketch } = fc.letrec<{ sketch: Sketch }>((tie) => ({
  sketch: fc.record(
    {
      parallel: fc.boolean(),
      children: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        fc.constant([]),
        fc.array(tie('sketch'), { minLength: 1, maxLength: 3 }),
      ),
      entry: fc.boolean(),
      exit: fc.boolean(),
      final: fc.boolean(),
      after: fc.constantFrom(10, 20),
      on: fc.array(transition, { maxLength: 3 }),
      always: fc.record({
        guard: fc.constantFrom('isDue', 'isDueLate', 'isUnknown'),
        target: fc.nat(20),
      }),
    },
    { requiredKeys: ['parallel', 'children', 'entry', 'exit', 'final', 'on'] },
  ) as fc.Arbitrary<Sketch>,
}));

/** Charts with what ours have: regions, transitions without an event, raised events, delays, an end. */
export const sketches = fc
  .array(sketch, { minLength: 1, maxLength: 4 })
  .map((children): Sketch => ({ ...nothing, children }));

const nothing: Sketch = {
  parallel: false,
  children: [],
  entry: false,
  exit: false,
  final: false,
  on: [],
};

interface Context {
  count: number;
  seen: string[];
}

export function chartOf(root: Sketch): AnyStateMachine {
  const names = namesIn(root);
  const [first = ''] = names.slice(1);
  const path = first.split('_').slice(1);
  return setup({
    types: { context: {} as Context },
    delays: { soon: ({ context }) => 10 + context.count, late: 40 },
    guards: {
      isEven: ({ context }) => context.count % 2 === 0,
      isLow: ({ context }) => context.count < 4,
      // Each one that is taken counts, so that it comes to an end.
      isDue: ({ context }) => context.count < 30 && context.count % 3 === 1,
      isDueLate: ({ context }) => context.count < 30 && context.count % 5 === 3,
      isUnknown: ({ context, event }) => context.count < 30 && event.type === 'unknown',
      isThere: stateIn(path.length === 1 ? `${path[0]}` : { [`${path[0]}`]: `${path[1]}` }),
    },
    actions: {
      add: assign({ count: ({ context }) => context.count + 1 }),
      note: assign(({ context, event }) => ({ seen: [...context.seen, event.type] })),
      raise: enqueueActions(({ context, enqueue }) => {
        if (context.count < 30) enqueue.raise({ type: 'b' });
      }),
      several: enqueueActions(({ context, enqueue }) => {
        enqueue.assign({ seen: [...context.seen, `several at ${context.count}`] });
        if (context.count < 30) enqueue.raise({ type: 'a.b' });
        enqueue.assign({ count: context.count + 1 });
      }),
    },
  }).createMachine({
    id: 's',
    context: { count: 0, seen: [] },
    output: ({ context, event }) => [context.count, event],
    ...(configOf(root, 's', names) as object),
  }) as AnyStateMachine;
}

function namesIn({ children }: Sketch, name = 's'): string[] {
  return [name, ...children.flatMap((child, index) => namesIn(child, `${name}_${index}`))];
}

function configOf(sketch: Sketch, name: string, names: string[]): object {
  const { parallel, children, entry, exit, final, after, on, always } = sketch;
  const isRoot = name === 's';
  const isParallel = parallel && children.length > 1 && !isRoot;
  const isEnd = final && children.length === 0 && name.split('_').length === 2 && name !== 's_0';
  if (isEnd) return { id: name, type: 'final', output: ({ event }: { event: unknown }) => event };
  const target = (index: number) => `#${names[1 + (index % (names.length - 1))]}`;
  const keys = children.map((_, index) => String(index));
  return {
    ...(!isRoot && { id: name }),
    ...(isParallel ? { type: 'parallel' } : children.length > 0 && { initial: keys[0] }),
    ...(entry && { entry: ['add', 'note'] }),
    ...(exit && { exit: 'note' }),
    ...(after &&
      !isRoot && { after: { [after > 10 ? 'late' : 'soon']: { target: target(after) } } }),
    on: Object.fromEntries(
      on.map(({ event, target: index, ...rest }) => [
        event,
        { ...rest, ...(index !== undefined && { target: target(index) }) },
      ]),
    ),
    ...(always && {
      always: { guard: always.guard, target: target(always.target), actions: 'add' },
    }),
    states: Object.fromEntries(
      children.map((child, index) => [keys[index], configOf(child, `${name}_${index}`, names)]),
    ),
  };
}

/** An event, or the passing of time. */
export type Happening = { type: string } | number;

/** What happens to a chart: events that such charts know, others that are given, and time. */
export function happeningsWith(...others: readonly string[]): fc.Arbitrary<Happening[]> {
  const types = fc.constantFrom('a', 'b', 'a.b', ...others).map((type) => ({ type }));
  return fc.array(fc.oneof(types, fc.constantFrom(5, 10, 40)), { maxLength: 12 });
}
