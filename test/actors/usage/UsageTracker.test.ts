import { expect, it } from '@jest/globals';
import { startSession } from '../../../src/index.js';
import { fakeCli, type Step } from '../../../src/testing/index.js';

/** The usage of a session whose background agent has reported, after what Claude does then. */
async function usageAfter(afterwards: Step[]) {
  const agent: Step = { agent: 'Look', background: true, steps: [{ text: 'Seen.' }], afterwards };
  const { port } = fakeCli({ turns: [[agent, { text: 'It looks.' }]] });
  const session = await startSession({ options: { port } });
  await session.send('Go').result;
  await session.end().catch(() => {});
  return session.usage;
}

it('counts a response that was on its way when the CLI died, also if no turn waited for it', async () => {
  expect(await usageAfter([{ crash: 'SIGKILL' }])).toMatchObject({
    ...{ estimated: true, unknownResponses: 1 },
  });
});

it('counts none if everything was answered', async () => {
  expect(await usageAfter([{ text: 'Done.' }])).toMatchObject({
    ...{ estimated: false, unknownResponses: 0 },
  });
});
