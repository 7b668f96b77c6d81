import { expect, it } from '@jest/globals';
import { live } from '../support/liveCli.js';
import { describeRealCli } from '../support/targets.js';

const cli = live();

describeRealCli('what editors ask the CLI for', (target) => {
  it('completes the handshake again', async () => {
    const session = await cli.start(target);
    const first = await session.initialization;
    const again = await session.reinitialize();
    expect(again.pid).toBe(first.pid);
    expect(again.commands?.length).toBeGreaterThan(0);
    await session.send('Say hello').result;
  });

  it('reports usage, titles and names, and says why a login is impossible', async () => {
    cli.model = (request) =>
      JSON.stringify(request).includes('title')
        ? [{ text: '{"title":"A title"}' }]
        : [{ text: 'Hi' }];
    const session = await cli.start(target);
    const usage = await session.usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET({
      skipBehaviors: true,
    });
    expect(usage).toMatchObject({ rate_limits_available: false, behaviors: null });
    const title = await session.generateSessionTitle('Fix the parser', { persist: false });
    expect(title).toBe('A title');
    await session.send('Say hello').result;
    await session.renameSession('Another title');
    await session.enableRemoteControl(false);
    await expect(session.mcpAuthenticate('nope')).rejects.toMatchObject({
      code: 'ControlRejected',
      message: expect.stringContaining('Server not found: nope'),
    });
  });
});
