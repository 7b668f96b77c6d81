import { describe, expect, it } from '@jest/globals';
import { readRecording } from '../support/recordings.js';
import { SessionReplay } from '../support/replaySession.js';
import { type Deviation, RecordedWrites } from '../support/replayWrites.js';

const wait = (lines: number[], until: number): Deviation => ({ lines, until, why: 'a test' });

describe('a replay', () => {
  async function play(name: string, deviations: Deviation[]): Promise<SessionReplay> {
    const recording = await readRecording(name);
    return new SessionReplay(recording, { deviations, end: 'recorded', feed: 'frames' }).play();
  }

  it('fails if the runtime writes later than recorded and no deviation is declared', async () => {
    const replay = play('cli-2.1.325/session-permission-deny', []);
    await expect(replay).rejects.toThrow('line 3: not written by the line 3');
  });

  it('fails if the runtime closes stdin later than recorded and no deviation is declared', async () => {
    const replay = play('cli-2.1.197/session-background-agent', []);
    await expect(replay).rejects.toThrow('line 15: not written by the line 15');
  });

  it('fails if a declared deviation does not happen', async () => {
    const message = play('cli-2.1.325/session-two-turns', [wait([4], 5)]);
    await expect(message).rejects.toThrow('line 4: is to wait until 5, but was written after 4');
    const eof = play('cli-2.1.325/session-two-turns', [wait([18], 19)]);
    await expect(eof).rejects.toThrow('line 18: is to wait until 19, but was written after 18');
  });
});

describe('what the runtime writes', () => {
  const user = { type: 'user', uuid: 'a' };

  it('must be what is recorded, line by line', () => {
    const writes = new RecordedWrites([]);
    writes.expect(2, user);
    expect(() => writes.check(['{"type":"user","uuid":"b"}\n'], 2)).toThrow('line 2: wrote');
    const unfinished = new RecordedWrites([]);
    unfinished.expect(2, user);
    expect(() => unfinished.check([JSON.stringify(user)], 2)).toThrow('line 2: wrote');
  });

  it('must not be more than is recorded', () => {
    const line = `${JSON.stringify(user)}\n`;
    const writes = new RecordedWrites([]);
    writes.expect(2, user);
    writes.check([line], 2);
    expect(() => writes.check([line, line], 3)).toThrow('line 3: wrote what is not recorded');
  });

  it('may have a uuid if the recorded message has none', () => {
    const writes = new RecordedWrites([]);
    writes.expect(2, { type: 'user' });
    expect(() => writes.check(['{"type":"user","uuid":"b"}\n'], 2)).not.toThrow();
  });
});
