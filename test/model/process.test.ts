import { expect } from '@jest/globals';
import { createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate';
import { processMachine as wiredMachine } from '../../src/actors/machines.js';
import { shutdownTimings } from '../../src/defaults.js';
import { ClaudeActorsError } from '../../src/errors.js';
import { processChart } from '../../src/machines/processChart.js';
import type { ProcessContext } from '../../src/machines/processTypes.js';
import { delayEvents } from '../../src/testing/model/chart/xstateEvents.js';
import { timersLeft } from '../support/leftovers.js';
import { settle, simulatedLaunch } from '../support/simulated.js';
import type { Coverage } from './coverage.js';
import type { Model, Stimulus, World } from './runModel.js';
import { walkAll } from './walkAll.js';

const { end: endLadder, stop: stopLadder } = shutdownTimings();

const error = new ClaudeActorsError('CliNotFound', 'not there');
const delays: Readonly<Record<string, number>> = {
  writeTimeout: 5000,
  terminateAfter: endLadder.terminate,
  killAfter: endLadder.kill - endLadder.terminate,
  outputAfterExit: 500,
  leftoverGrace: 250,
};

const input = {
  launch: {},
  owner: undefined as never,
  shutdown: { end: endLadder, stop: stopLadder },
  writeTimeoutMs: 5000,
  outputAfterExitMs: 500,
  leftoverGraceMs: 250,
};

const line = (number: number) => ({ kind: 'message' as const, line: `line ${number}\n` });

/** The number of the last line that waits. The next line has the next number. */
const lastLine = ({ lines, blockedTag }: ProcessContext) =>
  Number([...lines].at(-1)?.tag ?? blockedTag);

/** The events of an owner. It cancels the last line that waits. */
function orders({ type }: Stimulus, number: number): EventObject[] {
  switch (type) {
    case 'write':
      return [{ type: 'process.write', line: line(number), tag: `${number}` } as EventObject];
    case 'writeAndEnd':
      return [...orders({ type: 'write' }, number), ...orders({ type: 'end' }, number)];
    case 'unwrite':
      return [{ type: 'process.unwrite', tag: `${number}` } as EventObject];
    case 'stop':
      return [{ type: 'process.stop', working: false } as EventObject];
    case 'stopWorking':
      return [{ type: 'process.stop', working: true } as EventObject];
    case 'end':
    case 'interrupt':
    case 'pause':
    case 'resume':
      return [{ type: `process.${type}` }];
    default:
      return [];
  }
}

/** What a sweep finds, if anything. */
const leftovers = [{ pid: 9, command: 'sleep 600' }];

const reports: Readonly<Record<string, EventObject>> = {
  spawn: { type: 'os.spawned', pid: 7 } as EventObject,
  fail: { type: 'os.failed', error } as EventObject,
  outputEnded: { type: 'os.outputEnded' },
  errorsEnded: { type: 'os.errorsEnded' },
  exit: { type: 'os.exited', exit: { code: 0, signal: null } } as EventObject,
  sweptClean: { type: 'os.swept', found: [] } as EventObject,
  sweptLeftovers: { type: 'os.swept', found: leftovers } as EventObject,
};

/** What must be seen, by the two shutdown sequences and nothing else. */
class Ladders {
  signals: string[] = [];
  mode: 'none' | 'end' | 'stop' = 'none';
  #terminated = false;
  #killed = false;
  #gone = false;

  take(type: string, flushed: boolean): void {
    if (this.#gone) return;
    if (type === 'exit' || type === 'fail') this.#gone = true;
    if (type === 'interrupt') this.signals.push('SIGINT');
    if (this.mode === 'none' && type === 'end' && flushed) this.mode = 'end';
    if ((type === 'stop' || type === 'stopWorking') && this.mode !== 'stop') {
      this.mode = 'stop';
      if (type === 'stopWorking' && !this.#terminated) this.signals.push('SIGINT');
    }
    if (this.mode === 'none') return;
    if (type === 'killAfter' && this.#terminated && !this.#killed) {
      this.signals.push('SIGKILL');
      this.#killed = true;
    }
    if (type === 'terminateAfter' && !this.#terminated) {
      this.signals.push('SIGTERM');
      this.#terminated = true;
    }
  }
}

function processModel(coverage: Coverage): Model<Stimulus> {
  return {
    chart: processChart,
    input,
    distinguish: ({ context }) => [
      context.lines.length,
      context.timings === stopLadder,
      context.outputEnded,
      context.errorsEnded,
      Math.min(context.failedWrites.length, 2),
    ],
    stimuli({ value, context, status }) {
      if (status !== 'active') return [{ type: 'stop' }, { type: 'exit' }];
      const state = JSON.stringify(value);
      const writing = /blocked|flushing/.test(state);
      const isMute = state.includes('closed') || state.includes('failing');
      const types = [
        ...['end', 'stop', 'stopWorking', 'interrupt', 'pause', 'resume'],
        ...(context.lines.length < 3 ? ['write'] : []),
        ...(context.lines.length > 0 ? ['unwrite'] : []),
        ...(state.includes('ready') ? ['writeAndEnd'] : []),
        ...(state === '"spawning"' ? ['spawn', 'fail'] : []),
        ...(writing ? ['taken', 'refused'] : []),
        // The longer of two waits does not come first.
        ...(writing && !isMute ? ['writeTimeout'] : []),
        ...(context.outputEnded || state === '"spawning"' ? [] : ['outputEnded']),
        ...(context.errorsEnded || state === '"spawning"' ? [] : ['errorsEnded']),
        ...(/spawning|draining|sweeping/.test(state) ? [] : ['exit']),
        ...(/asking|forcing/.test(state) ? ['sweptClean', 'sweptLeftovers'] : []),
        ...(/waiting/.test(state) ? ['leftoverGrace'] : []),
        ...(/ending|interrupting/.test(state) ? ['terminateAfter'] : []),
        ...(/terminating/.test(state) ? ['killAfter'] : []),
        ...(state === '"draining"' || isMute ? ['outputAfterExit'] : []),
      ];
      return types.map((type) => ({ type }));
    },
    events(stimulus, snapshot) {
      if (delays[stimulus.type]) return delayEvents(snapshot, stimulus.type);
      const report = reports[stimulus.type];
      if (report) return [report];
      const context = snapshot.context as ProcessContext;
      const tag = context.blockedTag;
      const drained = { type: 'os.drained' };
      if (stimulus.type === 'taken') return [drained];
      if (stimulus.type === 'refused') {
        return [{ type: 'os.writeFailed', error, tag } as EventObject, drained];
      }
      const last = lastLine(context);
      const writes = /^write/.test(stimulus.type);
      const number = writes ? last + 1 : last;
      const isReady = JSON.stringify(snapshot.value).includes('ready');
      // The pipe of these walks is always full: it accepts a line only when the test says so.
      const full = { type: 'os.blocked', tag: `${number}` } as EventObject;
      return [
        ...orders(stimulus, number),
        ...(writes && isReady ? [full] : []),
        ...(stimulus.type === 'end' && isReady ? [drained] : []),
      ];
    },
    world: () => {
      const clock = new SimulatedClock();
      const { launch, process } = simulatedLaunch();
      const told: EventObject[] = [];
      const owner = createActor(
        fromCallback<EventObject>(({ receive }) => receive((event) => void told.push(event))),
      ).start();
      const actor = createActor(wiredMachine, {
        input: { ...input, launch, owner },
        clock,
        inspect: coverage.inspect,
      }).start();
      const ladders = new Ladders();
      let lines = 0;
      let spawned = false;
      let over = false;
      let flushing = false;
      const mustBeAlive = () => {
        if (!spawned) process().spawn(7);
        spawned = true;
      };
      process().writes = 'hold';
      process().keepStderrOpen = true;
      process().holdSweeps = true;
      const withdrawn = new Set<number>();
      const tags = (kind: string) =>
        told.filter(({ type }) => type === kind).map((event) => (event as { tag?: string }).tag);
      const fates = () =>
        new Set([
          ...process().written.map((text) => Number(text.replace('line ', ''))),
          ...tags('process.writeFailed').map(Number),
          ...tags('process.writeTimedOut').map(Number),
          // Held until the process exits, or until it is clear that it does not.
          ...actor.getSnapshot().context.failedWrites.map(({ tag }) => Number(tag)),
        ]);
      /** The lines that the pipe has been given: all that waited when it had room. */
      let inPipe: number[] = [];
      const notePipe = () => {
        const met = fates();
        inPipe = inPipe.filter((number) => !met.has(number));
        if (inPipe.length > 0 || isFlushed()) return;
        for (let number = 1; number <= lines; number++) {
          if (!met.has(number) && !withdrawn.has(number)) inPipe.push(number);
        }
      };
      const isFlushed = () => !/blocked|flushing/.test(JSON.stringify(actor.getSnapshot().value));
      const world: World<Stimulus> = {
        async perform(stimulus) {
          const { type } = stimulus;
          const active = actor.getSnapshot().status === 'active';
          const ending = (type === 'end' && !isFlushed()) || type === 'writeAndEnd';
          const isMute = JSON.stringify(actor.getSnapshot().value).includes('closed');
          if (type === 'exit' || type === 'fail') over = true;
          if (type === 'spawn') mustBeAlive();
          else if (type === 'fail') process().fail(error);
          else if (type === 'taken') process().acceptHeld();
          else if (type === 'refused') process().failHeld();
          else if (type === 'sweptClean') process().answerSweep([]);
          else if (type === 'sweptLeftovers') process().answerSweep(leftovers);
          else if (type === 'outputEnded') {
            mustBeAlive();
            process().endStdout();
          } else if (type === 'errorsEnded') {
            mustBeAlive();
            process().endStderr();
          } else if (type === 'exit') {
            if (active) {
              mustBeAlive();
              process().exit({ code: 0 });
            }
          } else if (delays[type]) {
            const { timings: ladder } = actor.getSnapshot().context;
            const rung = {
              terminateAfter: ladder.terminate,
              killAfter: ladder.kill - ladder.terminate,
            };
            clock.increment(rung[type as 'killAfter'] ?? delays[type]);
          } else {
            const writes = /^write/.test(type);
            if (writes) lines += 1;
            const number = writes ? lines : lastLine(actor.getSnapshot().context);
            // What the pipe does not have yet must not be reported any more.
            if (type === 'unwrite' && !isFlushed() && !inPipe.includes(number))
              withdrawn.add(number);
            for (const order of orders(stimulus, number)) actor.send(order as never);
          }
          await settle();
          notePipe();
          if (isMute && type === 'outputAfterExit') {
            // Its input stays open, because the CLI may be busy.
            ladders.take('interrupt', true);
            ladders.take('end', true);
          } else if (!ending) ladders.take(type, true);
          // An end that had to wait for its lines begins once they are written or have failed.
          if (flushing && isFlushed() && ladders.mode === 'none') ladders.take('end', true);
          flushing = (flushing || ending) && !isFlushed();
        },
        value: () => actor.getSnapshot().value,
        check() {
          expect(process().signals).toEqual(ladders.signals);
          expect(process().sweeps).toEqual(
            ['SIGTERM', 'SIGKILL'].slice(0, process().sweeps.length),
          );
          // Lines are written in order and once; each one that is not is reported, once.
          const { written } = process();
          expect(written).toEqual([...new Set(written)].sort());
          const failed = tags('process.writeFailed');
          expect(failed).toEqual([...new Set(failed)]);
          const snapshot = actor.getSnapshot();
          const waiting = snapshot.status === 'active' ? snapshot.context.lines.length : 0;
          const met = fates();
          for (const number of withdrawn) expect(met.has(number)).toBe(false);
          // Once the process is gone, its end is the fate of all that waited; what the pipe had when
          // the end began is the pipe's.
          const known = met.size + withdrawn.size + waiting + inPipe.length;
          if (!over) expect(known).toBeGreaterThanOrEqual(lines);
          if (ladders.mode === 'none') expect(process().ended).toBe(false);
        },
        async finish() {
          // What waits for the pipe shows only once it is taken.
          for (let left = lines; left > 0 && !isFlushed(); left--) {
            await world.perform({ type: 'taken' });
            world.check();
          }
          actor.stop();
          expect(timersLeft(clock)).toBe(0);
          expect(process().released).toBe(true);
          // Stopped from outside, it leaves no process behind.
          if (!over) expect(process().signals.at(-1)).toBe('SIGKILL');
        },
      };
      return world;
    },
  };
}

walkAll('process', processChart, { 'orders, reports and ladders': processModel });
