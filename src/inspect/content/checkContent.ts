import { invalidOption } from '../../options/invalidOption.js';

/** Throws `InvalidOption` for what is neither of the two. */
export function checkContent(content: unknown): void {
  if (content === 'hidden' || content === 'shown') return;
  throw invalidOption('content', "must be 'hidden' or 'shown'.");
}
