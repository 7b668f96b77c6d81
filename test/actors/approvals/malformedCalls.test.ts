import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { canonicalJson } from '../../../src/codec/approvals.js';
import { Approvals, MemoryApprovalStore } from '../../../src/index.js';
import { line, start } from '../../support/startedSession.js';
import { until } from '../../support/until.js';

const input = { command: 'ls' };
const call = { session_id: 's', tool_name: 'Bash', tool_input: input, tool_use_id: 't' };

/** Lets others work, so that a loop over it can be timed out. */
class SlowStore extends MemoryApprovalStore {
  lists = 0;

  override async list(...filter: Parameters<MemoryApprovalStore['list']>) {
    this.lists += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return super.list(...filter);
  }
}

/** A store with the answer to an identical call of another conversation. */
async function storeWithAnswer(): Promise<SlowStore> {
  const store = new SlowStore();
  await store.add({
    ...{ id: 'earlier', sessionId: 'another', tool: 'Bash', input, toolUseId: 'u', askedAt: 1 },
    ...{ inputHash: createHash('sha256').update(canonicalJson(input)).digest('hex') },
    ...{ state: 'answered', held: 'recalled', decision: { behavior: 'allow' } },
    ...{ epoch: 0, revision: 1 },
  });
  return store;
}

it.each([
  { session_id: undefined },
  { session_id: null },
  { session_id: {} },
  { session_id: '' },
  { tool_name: undefined },
  { tool_name: ['Bash'] },
  { tool_use_id: undefined },
  { tool_use_id: { a: 1 } },
  { tool_use_id: null },
])('a call that nobody can be asked about is denied, and not kept: %j', async (wrong) => {
  const store = await storeWithAnswer();
  const { port } = await start({}, { approvals: new Approvals({ tools: ['*'], store }) });
  for (const request_id of ['first', 'second']) {
    const fields = { hook_event_name: 'PreToolUse', ...call, ...wrong };
    const request = { subtype: 'hook_callback', callback_id: 'hook_0', input: fields };
    port.process.stdout(line({ type: 'control_request', request_id, request }));
  }
  const answers = () => port.heard.filter(({ type }) => type === 'control_response');
  await until('both answers', () => answers().length === 2);
  for (const { response } of answers()) {
    expect(response).toMatchObject({
      response: { hookSpecificOutput: { permissionDecision: 'deny' } },
    });
  }
  expect(await store.list()).toMatchObject([{ id: 'earlier', state: 'answered' }]);
});
