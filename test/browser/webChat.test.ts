import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { simulatedCli } from '../support/simulatedBuild.js';
import { playWebChat } from '../support/webChatStory.js';
import { describeInBrowser } from './support/browser.js';

const version = '2.1.325';

it('the web chat has fewer than 120 lines of server code', () => {
  const server = new URL('../../examples/web-chat/server.mjs', import.meta.url);
  expect(readFileSync(server, 'utf8').split('\n').length).toBeLessThan(120);
});

describeInBrowser('the web chat', (open) => {
  it('serves two people on the simulated CLI, through a restart', async () => {
    await playWebChat({ backend: 'simulated', version, ...simulatedCli(version) }, open);
  }, 120_000);
});
