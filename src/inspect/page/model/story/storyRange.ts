import type { StoryBlock, StoryNotice, StoryTurn } from './story.js';

export interface TimeSpan {
  from: number;
  to: number;
}

/** Whether anything of a block happened between two times: its call, its task or its subagent. */
export function isBlockWithin(block: StoryBlock, range: TimeSpan): boolean {
  if (block.kind === 'notice') return block.at >= range.from && block.at <= range.to;
  const startedAt = 'startedAt' in block ? block.startedAt : block.at;
  const { endedAt = Number.POSITIVE_INFINITY } = block;
  if (startedAt <= range.to && endedAt >= range.from) return true;
  if (block.kind !== 'tool') return false;
  const { task, children } = block;
  return [...children, ...(task ? [task] : [])].some((one) => isBlockWithin(one, range));
}

/** The blocks of a turn that lie in a range of time. All of them without a range. */
export function blocksWithin(
  blocks: readonly StoryBlock[],
  range: TimeSpan | undefined,
): readonly StoryBlock[] {
  return range ? blocks.filter((block) => isBlockWithin(block, range)) : blocks;
}

/** The turns that overlap a range, also if only a background agent of theirs does. */
export function turnsWithin(
  turns: readonly StoryTurn[],
  range: TimeSpan | undefined,
): readonly StoryTurn[] {
  if (!range) return turns;
  return turns.filter(({ startedAt, endedAt = Number.POSITIVE_INFINITY, blocks }) => {
    const isOverlap = startedAt <= range.to && endedAt >= range.from;
    return isOverlap || blocks.some((block) => isBlockWithin(block, range));
  });
}

/** The problems within a range of time. */
export function noticesWithin(
  notices: readonly StoryNotice[],
  range: TimeSpan | undefined,
): readonly StoryNotice[] {
  return range ? notices.filter((one) => isBlockWithin(one, range)) : notices;
}
