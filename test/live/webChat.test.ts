import { it } from '@jest/globals';
import { describeInBrowser } from '../browser/support/browser.js';
import { describeRealCli } from '../support/targets.js';
import { playWebChat } from '../support/webChatStory.js';

describeRealCli('the web chat', (target) => {
  describeInBrowser('in a browser', (open) => {
    it('serves two people, through a restart', () => playWebChat(target, open), 180_000);
  });
});
