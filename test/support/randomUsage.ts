import type { Random } from '../chaos/fixtures/Random.mjs';
import { type UsageAct, usageActs } from './UsageConversation.js';

/** A random conversation: what happens, each with how long until a kill, and whether tokens are streamed. */
export function randomUsage(random: Random): { steps: [UsageAct, number][]; tokens: boolean } {
  const acts = Object.keys(usageActs) as UsageAct[];
  const count = 4 + random.below(5);
  const steps = Array.from({ length: count }, (): [UsageAct, number] => [
    random.pick(acts),
    random.below(900),
  ]);
  return { steps, tokens: random.chance(0.5) };
}
