import { describe, expect, it, jest } from '@jest/globals';
import type { AnyMachineSnapshot, InspectionEvent } from 'xstate';
import type { Port } from '../../../src/ffi/process/port.js';
import { queryModel } from '../../../src/testing/model/query/queryModel.js';
import type { PlayedOptions } from '../../../src/testing/model/run/appDriver.js';
import { PathFailure } from '../../../src/testing/model/run/PathFailure.js';
import { type SessionPath, sessionModel } from '../../../src/testing/model/session/sessionModel.js';
import { plainQuery } from './plainQuery.js';
import { plainSession } from './plainSession.js';

// Stepping the charts by their pure functions takes seconds on a busy machine.
jest.setTimeout(60_000);

const started: SessionPath = {
  name: 'a start',
  steps: ['cli starts', 'cli accepts the handshake', 'app sends a message', 'cli answers'],
};

type Inspect = (event: InspectionEvent) => void;
const cameTo = (event: InspectionEvent, state: string) =>
  event.type === '@xstate.microstep' && (event.snapshot as AnyMachineSnapshot).matches(state);

/** A session as the application shows it, which need not be as it was. */
const shown = (change: (inspect: Inspect) => Inspect) => ({
  ...plainSession,
  start: (options: PlayedOptions) =>
    plainSession.start({ ...options, inspect: change(options.inspect as Inspect) as never }),
});

async function failure(run: Promise<unknown>): Promise<PathFailure> {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PathFailure)) throw error ?? new Error('It survived.');
  return error;
}

describe('the order of states', () => {
  it('must be one that the chart allows: no state is skipped', async () => {
    const skips = shown((inspect) => (event) => {
      if (!cameTo(event, 'initSent')) inspect(event);
    });
    const { message, step } = await failure(sessionModel.run(started, skips));
    expect(message).toContain('The session went from `starting` to `running`');
    expect(step).toBe(2);
  });

  it('must be one that the chart allows: no state comes too early', async () => {
    const reorders = shown((inspect) => {
      const late: InspectionEvent[] = [];
      return (event) => {
        if (cameTo(event, 'initSent')) {
          late.push(event);
          return;
        }
        inspect(event);
        if (cameTo(event, 'running')) for (const one of late.splice(0)) inspect(one);
      };
    });
    const { message } = await failure(sessionModel.run(started, reorders));
    expect(message).toContain('The session went from `starting` to `running`');
  });

  it('must begin with the initial state of the chart', async () => {
    const late = shown((inspect) => (event) => {
      if (event.type !== '@xstate.snapshot' && !cameTo(event, 'starting')) inspect(event);
    });
    const { message, step } = await failure(sessionModel.run(started, late));
    expect(message).toContain('The session started in `initSent`');
    expect(step).toBe(1);
  });

  it('holds for a query too', async () => {
    const run = queryModel.run(
      { name: 'an answer', steps: ['cli answers', 'cli exits'] },
      {
        ...plainQuery,
        start: (options: PlayedOptions) => {
          const inspect = options.inspect as Inspect;
          const skips: Inspect = (event) => {
            if (!cameTo(event, 'streaming')) inspect(event);
          };
          return plainQuery.start({ ...options, inspect: skips as never });
        },
      },
    );
    expect((await failure(run)).message).toContain(
      'The query went from `starting` to `resultReceived`',
    );
  });

  it('must be what the steps lead to, if the application did nothing else', async () => {
    /** Ends the CLI at the step that should accept the handshake: the chart allows what follows. */
    const kills = (port: Port): Port => ({
      start(command, listener) {
        return port.start(command, {
          ...listener,
          stdout() {
            listener.stdoutEnded();
            listener.stderrEnded?.();
            listener.exited({ code: 0, signal: null });
          },
        });
      },
    });
    const start = (options: PlayedOptions) =>
      plainSession.start({ ...options, port: kills(options.port as Port) });
    const { message, step } = await failure(sessionModel.run(started, { ...plainSession, start }));
    expect(message).toContain('but the path leads to starting → initSent → running');
    expect(step).toBe(2);
  });

  it('may differ if the application sets timeouts of its own', async () => {
    const start = (options: PlayedOptions) =>
      plainSession.start({ ...options, timeouts: { initialize: 1000 } });
    const path: SessionPath = { name: 'late', steps: ['cli starts', 'time passes, 5 seconds'] };
    const report = await sessionModel.run(path, { ...plainSession, start });
    expect(report.departures).toHaveLength(1);
    const usual = await sessionModel.run(path, plainSession);
    expect(usual.departures).toEqual([]);
  });

  it('may differ if the application ends the session by itself', async () => {
    const start = (options: PlayedOptions) => {
      const app = plainSession.start(options);
      app.session.on('turn', () => void app.session.stop());
      return app;
    };
    const report = await sessionModel.run(started, { ...plainSession, start });
    expect(report.departures.length).toBeGreaterThan(0);
  });
});
