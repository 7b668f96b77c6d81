import { describe, expect, it } from '@jest/globals';
import { markedPids, parseMarked } from '../../../src/ffi/process/markedPids.js';

describe('the processes with a mark', () => {
  it('are read from what ps says, by their pids', () => {
    const text = '    1 /sbin/launchd\n  412 sleep 600 PATH=/bin CLAUDE_ACTORS_GUARD=a1,b2\n';
    expect(parseMarked(text, 'b2')).toEqual([412]);
    expect(parseMarked(text, 'c3')).toEqual([]);
  });

  it('are none on Windows, and none for a mark that nobody has', () => {
    expect(markedPids('PATH', 'win32').size).toBe(0);
    expect(markedPids('a mark that nobody has').size).toBe(0);
  });
});
