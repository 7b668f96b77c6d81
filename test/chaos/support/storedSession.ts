import { startSession } from '../../../src/index.js';
import { Random } from '../fixtures/Random.mjs';
import { AttackedRun } from './AttackedRun.js';
import type { Stored } from './killProgram.js';

/** A short session of a CLI, as a store has it afterwards. */
export async function storedSession(cliPath: string): Promise<Stored> {
  const run = await AttackedRun.begin(new Random('stored'), () => () => [{ text: 'Hello.' }]);
  const entries: unknown[] = [];
  const sessionStore = {
    append: async (_: unknown, more: unknown[]) => void entries.push(...more),
    load: async () => null,
  };
  const session = await startSession({ options: run.options(cliPath, { sessionStore }) });
  await session.send('Hello').result;
  const { sessionId: resume = '' } = session;
  await session.end();
  await run.close();
  return { resume, entries };
}
