import { expect, it } from '@jest/globals';
import { Approvals, MemoryApprovalStore, type Message, type Session } from '../../src/index.js';
import { bypass, gate, kinds, live, toolAnswered } from '../support/liveCli.js';
import { describeCli } from '../support/targets.js';

const cli = live();

/** What a reader of the messages can tell apart, without ids, times and figures. */
function shape(message: Message): string {
  const [kind = ''] = kinds([message]);
  if (message.type === 'result') {
    const { is_error, num_turns, stop_reason } = message;
    const words = 'result' in message ? message.result : undefined;
    const shown = `${kind} ${JSON.stringify({ is_error, stop_reason, words })}`;
    // If a call is deferred once more, the real CLI counts other things than turns.
    return stop_reason === 'tool_deferred' ? shown : `${shown} after ${num_turns}`;
  }
  if (message.type !== 'assistant' && message.type !== 'user') return kind;
  const { content } = message.message;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return `${kind} ${blocks.map((block) => ('text' in block ? block.text : block.type)).join()}`;
}

/** Reads all that a session says, from its first message on. Only the real CLI has attachments. */
function follow(session: Session) {
  const shapes: string[] = [];
  const result = gate();
  const read = async () => {
    for await (const message of session.messages()) {
      const shown = shape(message);
      if (shown !== 'attachment') shapes.push(shown);
      if (message.type === 'result') result.open();
    }
  };
  return { shapes, ended: read(), result: result.opened };
}

const answers = {
  allow: { behavior: 'allow' },
  deny: { behavior: 'deny', message: 'Not on this machine.' },
  'no answer': undefined,
} as const;

const ended = (is_error: boolean, stop_reason: string, words: string) =>
  `result/success ${JSON.stringify({ is_error, stop_reason, words })}`;
const deferredAgain = ended(false, 'tool_deferred', '');
const deferral = [
  'system/init',
  'system/status',
  'assistant So.',
  'assistant tool_use',
  deferredAgain,
];
const nextTurn = [
  'system/init',
  'system/status',
  'assistant Done.',
  `${ended(false, 'end_turn', 'Done.')} after 1`,
];
const continuation = ['user tool_result', ...nextTurn];

describeCli('a deferred call', (target) => {
  it.each(['allow', 'deny', 'no answer'] as const)(
    'has the same messages everywhere: %s',
    async (how) => {
      // 2.1.197 is never asked to defer.
      if (target.version === '2.1.197') return;
      cli.model = (request) =>
        toolAnswered(request)
          ? [{ text: 'Done.' }]
          : [{ text: 'So.' }, { tool: 'Bash', id: 'toolu_1', input: { command: 'echo hi' } }];
      const approvals = new Approvals({ tools: ['Bash'], store: new MemoryApprovalStore() });
      const session = await cli.start(target, { ...bypass, approvals });
      const before = follow(session);
      const { session_id: resume } = await session.send('Run it').result;
      await session.end();
      const [open] = await approvals.list();
      expect(open).toMatchObject({ held: 'deferred', toolUseId: 'toolu_1' });
      const decision = answers[how];
      if (decision) await approvals.answer(open?.id ?? '', decision);

      const resumed = await cli.start(target, { ...bypass, approvals, resume });
      const after = follow(resumed);
      await after.result;
      if (decision) await resumed.send('And now?').result;
      await resumed.end();
      approvals.close();
      await Promise.all([before.ended, after.ended]);
      expect(before.shapes).toEqual(deferral);
      expect(after.shapes).toEqual(decision ? [...continuation, ...nextTurn] : [deferredAgain]);
    },
  );
});
