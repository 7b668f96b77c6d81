import { describe, expect, it } from '@jest/globals';
import type {
  StoryBlock,
  StoryTool,
  StoryTurn,
} from '../../../../../src/inspect/page/model/story/story.js';
import {
  blocksWithin,
  noticesWithin,
  turnsWithin,
} from '../../../../../src/inspect/page/model/story/storyRange.js';

const text = (at: number, endedAt: number): StoryBlock => ({ kind: 'text', n: at, at, endedAt });
const tool = (startedAt: number, endedAt?: number, children: StoryBlock[] = []): StoryTool => ({
  ...{ kind: 'tool', n: startedAt, id: `t${startedAt}`, name: 'Bash', input: {}, decisions: [] },
  ...{ startedAt, children, ...(endedAt !== undefined && { endedAt }) },
});
const turn = (startedAt: number, endedAt: number, blocks: StoryBlock[]): StoryTurn => ({
  ...{ id: `${startedAt}`, name: 'turn 1', n: startedAt, startedAt, endedAt, blocks },
  ...{ state: 'done', trigger: 'message', revision: 0 },
});

describe('a range of time', () => {
  it('keeps the blocks of which a part lies in it', () => {
    const blocks = [text(0, 10), tool(10, 30), text(30, 40), tool(50)];
    expect(blocksWithin(blocks, { from: 20, to: 30 })).toEqual([blocks[1], blocks[2]]);
    expect(blocksWithin(blocks, { from: 60, to: 70 })).toEqual([blocks[3]]);
    expect(blocksWithin(blocks, undefined)).toBe(blocks);
  });

  it('keeps a call whose subagent still worked, and the turn of it', () => {
    const call = tool(0, 5, [tool(2, 80)]);
    const turns = [turn(0, 10, [call]), turn(20, 30, [])];
    expect(turnsWithin(turns, { from: 50, to: 60 })).toEqual([turns[0]]);
    expect(blocksWithin([call], { from: 50, to: 60 })).toEqual([call]);
    expect(turnsWithin(turns, { from: 90, to: 95 })).toEqual([]);
  });

  it('keeps the errors and warnings in it', () => {
    const notice = (at: number) =>
      ({ kind: 'notice', n: at, at, level: 'error', code: 'X' }) as const;
    expect(noticesWithin([notice(1), notice(5)], { from: 4, to: 6 })).toEqual([notice(5)]);
  });
});
