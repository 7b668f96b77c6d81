import { describe, expect, it } from '@jest/globals';
import { runtimeSettings } from '../../src/actors/runtimeSettings.js';
import { hookRegistrations } from '../../src/codec/hookRegistrations.js';
import { defaultLimits, defaultTimeouts, shutdownTimings } from '../../src/defaults.js';
import { startingContext } from '../../src/machines/session/sessionContext.js';
import type { MachineSettings } from '../../src/machines/settings.js';
import type { Options } from '../../src/options/types.js';
import { longestTimeout } from '../../src/util/longestTimeout.js';
import { stillLaunch } from '../support/stillLaunch.js';

const { end: endLadder, stop: stopLadder } = shutdownTimings();

/** What the session's chart makes of it. */
function sessionOf(options: Options): MachineSettings {
  const { run: settings } = runtimeSettings(options);
  return startingContext({ launch: stillLaunch(), initialize: '{}', settings }).settings;
}

describe('the settings of the machines', () => {
  it('are the defaults unless the options say otherwise', () => {
    const plain = startingContext({ launch: stillLaunch(), initialize: '{}' }).settings;
    expect(sessionOf({})).toEqual(plain);
    expect(sessionOf({ timeouts: {}, limits: { callbacks: {} }, stall: {} })).toEqual(plain);
    expect(sessionOf({ timeouts: { write: undefined }, stall: { start: undefined } })).toEqual(
      plain,
    );
    const { run } = runtimeSettings({});
    expect(run).toEqual({
      timeouts: defaultTimeouts,
      limits: defaultLimits,
      shutdown: { end: endLadder, stop: stopLadder },
    });
  });

  it('have the timeouts of the options', () => {
    const timeouts = { initialize: 1, write: 2, versionProbe: 3 };
    expect(sessionOf({ timeouts }).timeouts).toEqual({ ...defaultTimeouts, ...timeouts });
    expect(runtimeSettings({ timeouts }).run.timeouts).toEqual({
      ...defaultTimeouts,
      ...timeouts,
    });
  });

  it('have one timeout for all operations, even those with their own default', () => {
    const expected = {
      ...defaultTimeouts,
      control: 9,
      interrupt: 9,
      set_model: 9,
      set_permission_mode: 9,
    };
    expect(sessionOf({ timeouts: { control: 9 } }).timeouts).toEqual(expected);
    expect(sessionOf({ timeouts: { control: { default: 9 } } }).timeouts).toEqual(expected);
  });

  it('have timeouts by operation, named by method or by subtype', () => {
    const control = { setModel: 1, rewind_files: 2, mcpServerStatus: 3, get_brand_new: 4 };
    expect(sessionOf({ timeouts: { control } }).timeouts).toEqual({
      ...defaultTimeouts,
      set_model: 1,
      rewind_files: 2,
      mcp_status: 3,
      get_brand_new: 4,
    });
    expect(sessionOf({ timeouts: { control: { default: 9, interrupt: 1 } } }).timeouts).toEqual({
      ...defaultTimeouts,
      control: 9,
      set_model: 9,
      set_permission_mode: 9,
      interrupt: 1,
    });
  });

  it('let no operation override another timeout', () => {
    const control = { write: 1, hook: 1, drain: 1, initialize: 1, control: 1 };
    expect(sessionOf({ timeouts: { control } }).timeouts).toEqual(defaultTimeouts);
  });

  it.each<[object, object, object]>([
    [{ end: 2_000 }, { terminate: 2_000, kill: 7_000 }, stopLadder],
    [{ terminate: 300 }, endLadder, { terminate: 300, kill: 5_000 }],
    [{ kill: 3_000 }, { terminate: 10_000, kill: 13_000 }, { terminate: 1_000, kill: 3_000 }],
    [{ end: longestTimeout }, { terminate: longestTimeout, kill: longestTimeout }, stopLadder],
  ])('have both shutdown timings: shutdown %j', (shutdown, end, stop) => {
    expect(sessionOf({ timeouts: { shutdown } }).shutdown).toEqual({ end, stop });
    expect(runtimeSettings({ timeouts: { shutdown } }).run.shutdown).toEqual({ end, stop });
  });

  it('have the limits, and a pool for each kind of callback', () => {
    const limits = {
      queuedOperations: 1,
      pendingRequests: 2,
      callbacks: {
        hook: { atOnce: 3 },
        permission: { waiting: 4 },
        mcp: { atOnce: 5, waiting: 0 },
      },
    };
    expect(sessionOf({ limits }).limits).toEqual({
      ...defaultLimits,
      queuedOperations: 1,
      pendingRequests: 2,
      hook: { running: 3, waiting: 256 },
      permission: { running: 256, waiting: 4 },
      mcp: { running: 5, waiting: 0 },
    });
  });

  it('have the watchdog and the exit rule', () => {
    const options: Options = {
      stall: { midTurn: 5, action: 'stop' },
      waitFor: 'tasks',
      strictExitStatus: true,
    };
    const { stall, waitFor, strictExitStatus } = sessionOf(options);
    expect(stall).toEqual({ start: 120_000, firstFrame: 120_000, midTurn: 5, action: 'stop' });
    expect(waitFor).toBe('tasks');
    expect(strictExitStatus).toBe(true);
    expect(runtimeSettings(options).run).toMatchObject({
      waitFor: 'tasks',
      strictExitStatus: true,
    });
  });
});

describe('the other settings', () => {
  it('have timeouts for hooks by event', () => {
    const hooks = {
      PreToolUse: [{ hooks: [0] }, { hooks: [0], timeout: 1 }],
      Stop: [{ hooks: [0] }],
    };
    const timesOf = (options: Options) =>
      hookRegistrations(hooks, {
        timeoutMs: runtimeSettings(options).hookTimeoutMs,
        onFailure: 'continue',
      }).registrations.map(({ timeoutMs }) => timeoutMs);
    expect(timesOf({})).toEqual([600_000, 1_000, 600_000]);
    expect(timesOf({ timeouts: { hook: 5 } })).toEqual([5, 1_000, 5]);
    expect(timesOf({ timeouts: { hook: { PreToolUse: 5 } } })).toEqual([5, 1_000, 600_000]);
    expect(timesOf({ timeouts: { hook: { Stop: 5, default: 7 } } })).toEqual([7, 1_000, 5]);
  });

  it('have no timeout for permissions and MCP unless it is set', () => {
    expect(runtimeSettings({})).toMatchObject({
      permissionTimeoutMs: undefined,
      mcpTimeoutMs: undefined,
    });
    expect(runtimeSettings({ timeouts: { permission: 1, mcp: 2 } })).toMatchObject({
      permissionTimeoutMs: 1,
      mcpTimeoutMs: 2,
    });
  });

  it('have the sizes', () => {
    const sizes = { lineBytes: 1, unreadBytes: 2, stderrBytes: 3 };
    expect(runtimeSettings({ limits: sizes })).toMatchObject(sizes);
  });
});
