import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { type Approval, Approvals } from '../../src/index.js';
import { live } from '../support/liveCli.js';
import type { ApiRequest, Saying } from '../support/messagesApi.js';
import { describeRealCli } from '../support/targets.js';

const cli = live();
const opened = (approvals: Approvals) =>
  new Promise<Approval>((resolve) => approvals.on('opened', resolve));

describeRealCli('approvals of a single session', (target) => {
  const oracle = () => join(cli.box.cwd, 'oracle');
  const runs = () =>
    (existsSync(oracle()) ? readFileSync(oracle(), 'utf8') : '').split('\n').length - 1;
  const call = (id = 'toolu_1'): Saying => ({
    tool: 'Bash',
    id,
    input: { command: `echo ran >> ${oracle()}` },
  });
  const once = (request: ApiRequest) =>
    JSON.stringify(request.messages).includes('tool_result') ? [{ text: 'Done.' }] : [call()];

  it('holds a call until it is answered', async () => {
    cli.model = once;
    const approvals = new Approvals({ tools: ['Bash'] });
    const session = await cli.start(target, { approvals });
    const asked = opened(approvals);
    const turn = session.send('Go');
    const { id } = await asked;
    expect(await approvals.list()).toMatchObject([{ id, tool: 'Bash', held: 'live' }]);
    expect(runs()).toBe(0);
    expect(await approvals.answer(id, { behavior: 'allow' })).toBe(true);
    expect(await approvals.answer(id, { behavior: 'deny', message: 'late' })).toBe(false);
    expect(await turn.result).toMatchObject({ result: 'Done.' });
    expect(runs()).toBe(1);
  });
});
