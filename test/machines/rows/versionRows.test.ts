import { describe, expect, it } from '@jest/globals';
import type { VersionOutcome } from '../../../src/ffi/version/probeVersion.js';
import { checkVersion } from '../../../src/ffi/version/version.js';
import type { KnowsProcess } from '../../../src/machines/processTypes.js';
import { queryChart } from '../../../src/machines/query/queryChart.js';
import {
  type VersionInput,
  type VersionOutput,
  versionChart,
} from '../../../src/machines/versionChart.js';
import { stillLaunch } from '../../support/stillLaunch.js';
import { checking, done, gone, initSent, warnings } from './sessionWalk.js';
import { Walk } from './Walk.js';

const known = (version: string): VersionOutcome => ({ kind: 'known', version, how: 'package' });
const unreadable: VersionOutcome = { kind: 'unreadable', text: 'Claude' };
const failed: VersionOutcome = { kind: 'failed', reason: 'it hung' };

/** The end of the version's chart to which such a probe leads. */
function verdictOf(outcome: VersionOutcome, mode: 'query' | 'session', permissive = false) {
  const verdict = checkVersion(outcome, mode, { permissive });
  const output: VersionOutput =
    verdict.kind === 'error'
      ? { kind: 'rejected', error: verdict.error }
      : { kind: 'accepted', ...(verdict.kind === 'warning' ? { warnings: [verdict] } : {}) };
  return done('version', output);
}

const query = (launch: KnowsProcess = {}) =>
  new Walk(queryChart, { launch: { ...stillLaunch(), ...launch } });

describe('version, query', () => {
  it.each(['1.0.61', '2.1.325'])('at least 1.0.61: go (%s)', (version) => {
    const walk = query().take(verdictOf(known(version), 'query'));
    expect(walk.emitted).toEqual([{ type: 'stateChanged', state: 'streaming' }]);
    expect(walk.state).toEqual({ streaming: 'reading' });
    expect(walk.spawned.map(({ id }) => id)).toEqual(['process']);
    expect(walk.children).toEqual(['watchdog', 'process']);
  });

  it.each<[string, VersionOutcome, string]>([
    ['older: `UnsupportedCliVersion`', known('1.0.60'), 'UnsupportedCliVersion'],
    ['unreadable: `UnknownVersion`', unreadable, 'UnknownVersion'],
    ['or the probe fails: `VersionDetectionFailed`', failed, 'VersionDetectionFailed'],
  ])('%s', (_, outcome, code) => {
    const walk = query().take(verdictOf(outcome, 'query'));
    expect(walk.emitted).toMatchObject([
      { type: 'ended', error: { code } },
      { type: 'stateChanged', state: 'exited' },
    ]);
    expect(walk.spawned).toEqual([]);
  });

  it.each([
    ['unreadable', unreadable],
    ['the probe fails', failed],
  ])('%s: a warning with `permissiveVersionCheck`', (_, outcome) => {
    const walk = query().take(verdictOf(outcome, 'query', true));
    expect(walk.emitted).toMatchObject([
      { type: 'items', items: [{ kind: 'warning' }] },
      { type: 'stateChanged', state: 'streaming' },
    ]);
    expect(walk.state).toEqual({ streaming: 'reading' });
  });
});

describe('version, session', () => {
  it.each(['2.0.0', '2.1.325'])('at least 2.0.0: go (%s)', (version) => {
    const walk = checking().take(verdictOf(known(version), 'session'));
    expect(walk.emitted).toEqual([]);
    expect(walk.state).toEqual({ starting: 'spawning' });
    expect(walk.children).toEqual(['watchdog', 'process']);
  });

  it('older: the same, and nothing is started', () => {
    const walk = checking().take(verdictOf(known('1.9.9'), 'session'));
    expect(walk.state).toBe('failed');
    expect(walk.spawned).toEqual([]);
    expect(walk.snapshot.context.outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'UnsupportedCliVersion' },
    });
  });

  it.each([
    ['unreadable', unreadable],
    ['the probe fails', failed],
  ])('%s: a warning', (_, outcome) => {
    const walk = checking().take(verdictOf(outcome, 'session'));
    expect(warnings(walk)).toHaveLength(1);
    expect(walk.state).toEqual({ starting: 'spawning' });
  });
});

describe('the check', () => {
  it('by `--version` within 5 s', () => {
    const child = checking().spawned.find(({ id }) => id === 'version');
    const walk = new Walk(versionChart, child?.input as VersionInput);
    expect(walk.timers).toEqual([5_000]);
    expect(walk.elapse(5_000).sentTo('probe')).toEqual([{ type: 'version.giveUp' }]);
    walk.take({ type: 'version.accepted' });
    expect(walk.snapshot.output).toEqual({ kind: 'accepted' });
  });

  it('A CLI that exits during start with an unknown option on stderr: `UnsupportedCliVersion` with that text', () => {
    const stderr = "error: unknown option '--session-mirror'\n";
    const error = { code: 'UnsupportedCliVersion', details: { stderrTail: stderr } };
    const launch = stillLaunch({ stderrTail: stderr });
    const session = initSent({ launch }).take(gone(1));
    expect(session.snapshot.context.outcome).toMatchObject({ kind: 'failed', error });
    const accepted = query(launch).take(done('version', { kind: 'accepted' }));
    expect(accepted.take(gone(1)).emitted[0]).toMatchObject({ type: 'ended', error });
  });
});
