import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Report, Row, RowBody } from '../../../src/inspect/page/model/rows.js';
import { applyRow, emptyModel } from '../../../src/inspect/page/model/systemModel.js';
import { Hub } from '../../../src/inspect/page/server/Hub.js';
import { isChart, isReport } from '../../../src/inspect/page/server/validateReport.js';
import { lineTimes } from '../../../src/inspect/recording/lineTimes.js';
import { playRecording } from '../../../src/inspect/recording/playRecording.js';
import { parseRecording } from '../../../src/testing/recording/readRecording.js';
import type { Entry } from '../../../src/testing/recording/recording.js';
import { readRecording, recordingNames } from '../../support/recordings.js';

async function play(entries: readonly object[], content: 'shown' | 'hidden' = 'shown') {
  const text = entries.map((entry) => JSON.stringify(entry)).join('\n');
  const recording = await parseRecording('run.ndjson', text);
  return playRecording(recording, { title: 'run.ndjson', content });
}

const overviewOf = (report: Report) => {
  const hub = new Hub();
  hub.receive(report);
  return hub.overview();
};

const argv = { dir: 'argv', args: ['--print', '--output-format', 'stream-json', '--', 'Hi'] };

describe('a recording that is opened on the page', () => {
  it.each(recordingNames)('%s has actors, charts and frames', async (name) => {
    const { entries } = await readRecording(name);
    const report = await play(entries);
    expect(isReport(JSON.parse(JSON.stringify(report)))).toBe(true);
    expect(report.charts.length).toBeGreaterThan(0);
    expect(report.charts.every(isChart)).toBe(true);
    const frames = report.rows.filter((row) => row.kind === 'frame' && row.dir === 'out');
    const recorded = entries.filter((entry) => entry.dir === 'out');
    expect(frames).toHaveLength(recorded.length);
    const [system] = overviewOf(report);
    expect(system).toMatchObject({ gone: true, source: { title: 'run.ndjson', pid: 0 } });
    expect(system?.actors[0]?.status).not.toBe('active');
  });

  it('is listed with its prompt, model, folder, cost and number of turns', async () => {
    const { entries } = await readRecording('cli-2.1.325/session-two-turns');
    const [system] = overviewOf(await play(entries));
    expect(system?.actors[0]?.summary).toMatchObject({
      ...{ model: 'claude-opus-5-5', cwd: '/home/dev/project', turns: 2, errors: 0 },
      costUsd: expect.any(Number),
      prompt: expect.any(String),
    });
    const [hidden] = overviewOf(await play(entries, 'hidden'));
    expect(hidden?.actors[0]?.summary).toMatchObject({ model: 'claude-opus-5-5', turns: 2 });
    expect(hidden?.actors[0]?.summary).not.toHaveProperty('cwd');
    expect(hidden?.actors[0]?.summary).not.toHaveProperty('prompt');
  });

  it('says why it failed', async () => {
    const exit = { dir: 'exit', code: 1, signal: null, stderr: 'error: unknown option --what' };
    const [system] = overviewOf(await play([argv, exit]));
    expect(system?.actors[0]?.summary?.failure).toMatchObject({
      message: expect.stringContaining('--what'),
    });
  });

  it.each([
    ['cli-2.1.197/one-shot-api-error', 'api_error', 'API Error: 400 bad request'],
    ['cli-2.1.325/one-shot-api-error', 'api_error', 'API Error: 400 bad request'],
    ['cli-2.1.325/one-shot-max-turns', 'error_max_turns', 'Reached maximum number of turns (1)'],
  ])('says why the last turn of %s failed', async (name, code, message) => {
    const { entries } = await readRecording(name);
    const failureIn = async (content: 'shown' | 'hidden') => {
      const [system] = overviewOf(await play(entries, content));
      return system?.actors[0]?.summary?.failure;
    };
    expect(await failureIn('shown')).toEqual({ code, message, isOfTurn: true });
    expect(await failureIn('hidden')).toEqual({ code, isOfTurn: true });
  });

  it('does not fail because of a turn before the last, or of an interrupt', async () => {
    for (const name of ['session-interrupt-with-queued', 'session-interrupt-during-tool']) {
      const url = new URL(`../../testing/recordings/cli-2.1.325/${name}.ndjson`, import.meta.url);
      const recording = await parseRecording(name, await readFile(url, 'utf8'));
      const report = await playRecording(recording, { title: name, content: 'shown' });
      expect(overviewOf(report)[0]?.actors[0]?.summary).not.toHaveProperty('failure');
    }
    const actor = { kind: 'actor', id: 's', name: 'session', role: 'session' } as const;
    const frame = (dir: 'in' | 'out', message: { type: string }) => ({
      ...({ kind: 'frame', id: 's', dir, type: message.type, bytes: 1 } as const),
      text: JSON.stringify(message),
    });
    const user = frame('in', { type: 'user' });
    const failed = frame('out', { type: 'result', ...{ is_error: true } });
    const failureAfter = (...bodies: readonly RowBody[]) => {
      const model = emptyModel();
      for (const [n, body] of [actor, ...bodies].entries()) {
        applyRow(model, { ...body, n, at: n } as Row);
      }
      return model.actors.s?.summary?.failure?.code;
    };
    expect(failureAfter(user, failed)).toBe('error');
    expect(failureAfter(user, failed, user)).toBeUndefined();
  });

  it('shows the recorded command line, without a process id', async () => {
    const report = await play([argv, { dir: 'exit', code: 0, signal: null }]);
    const spawned = report.rows.find(({ kind }) => kind === 'spawned');
    expect(spawned).toMatchObject({ args: argv.args });
    expect(spawned).not.toHaveProperty('pid');
  });

  it('has the recorded error if playing it does not lead to one', async () => {
    const error = { code: 'StallTimeout', message: 'Claude Code was silent for 5 minutes.' };
    const result = { type: 'result', subtype: 'success', is_error: false, result: 'Hi' };
    const end = { dir: 'exit', code: 0, signal: null, error };
    const { rows } = await play([argv, { dir: 'out', message: result }, end]);
    const problems = rows.filter(({ kind }) => kind === 'problem');
    expect(problems).toMatchObject([{ level: 'error', ...error }]);
  });

  it('contains no secret', async () => {
    const key = `sk-ant-api03-${'a'.repeat(80)}`;
    const text = { dir: 'out', message: { type: 'system', subtype: 'x', note: `key ${key}` } };
    const end = {
      dir: 'exit',
      code: 1,
      signal: null,
      stderr: `bad key ${key}`,
      error: { code: 'X', message: key },
    };
    expect(JSON.stringify(await play([argv, text, end]))).not.toContain(key);
  });
});

describe('the times of a recording', () => {
  const timesOf = (entries: Partial<Entry & { message: object }>[]) =>
    lineTimes({
      lines: entries.map((entry, index) => ({ number: index + 1, entry: entry as Entry })),
    });

  it('are those of its lines', () => {
    expect(timesOf([{ at: 5_000 }, { at: 7_000 }, { at: 9_000 }])).toEqual([5_000, 7_000, 9_000]);
  });

  it('are those of messages if lines have none, and never go back', () => {
    const at = (timestamp: string) => ({ message: { type: 'assistant', timestamp } });
    const [first, second, third, fourth] = timesOf([
      {},
      at('2026-11-16T01:35:15.195Z'),
      {},
      at('2026-11-16T01:35:14.000Z'),
    ]);
    expect(second).toBe(Date.parse('2026-11-16T01:35:15.195Z'));
    expect(first).toBeLessThan(second as number);
    expect(third).toBe((second as number) + 1);
    expect(fourth).toBeGreaterThan(third as number);
  });

  it('count lines if there is no time at all', () => {
    expect(timesOf([{}, {}, {}])).toEqual([1, 2, 3]);
  });
});
