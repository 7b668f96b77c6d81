import { expect, it } from '@jest/globals';
import { all } from '../support/all.js';
import { live } from '../support/liveCli.js';
import { describeCli } from '../support/targets.js';

const cli = live();

describeCli('messages without an answer of the model', (target) => {
  it('a message whose uuid it has seen is discarded, a command is answered, and end() comes to its end', async () => {
    const session = await cli.start(target);
    const send = (content: string, digit: number) =>
      session.send({
        type: 'user',
        message: { role: 'user', content },
        parent_tool_use_id: null,
        uuid: `${digit}1111111-1111-4111-8111-111111111111`,
      }).result;
    expect(await send('hello', 1)).toMatchObject({ result: 'Hello there.' });
    // Commands that ask no model have results as well.
    for (const [place, command] of ['/clear', '/compact', '/cost'].entries()) {
      expect(await send(command, place + 2)).toMatchObject({ type: 'result', is_error: false });
    }
    await expect(send('hello', 1)).rejects.toMatchObject({
      code: 'TurnDiscarded',
      message: expect.stringContaining('uuid'),
    });
    const beside = Promise.allSettled([send('hello', 1), send('another', 7)]);
    const end = session.end();
    // An old CLI does not say whom a result answers: both share it.
    const again = target.version === '2.1.197' ? 'fulfilled' : 'rejected';
    expect(await beside).toMatchObject([{ status: again }, { status: 'fulfilled' }]);
    await end;
    expect((await all(session.events())).at(-1)).toEqual({ type: 'completed' });
  });
});
