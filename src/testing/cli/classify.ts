import { ApiAnswer } from './api/ApiAnswer.js';
import { Conversation } from './Conversation.js';
import type { Cli } from './cli.js';
import { wholeText } from './modelAnswer.js';
import type { PermissionVerdict, ToolCall } from './permissions.js';
import type { Speaker } from './speaker.js';

/** Decides whether a tool may run in the mode `auto`, by asking the model. */
export async function classify(
  cli: Cli,
  call: ToolCall,
  speaker: Speaker,
): Promise<PermissionVerdict> {
  // 2.1.325 relies on a check in the real API. With any other API it allows nothing.
  if (cli.traits.recent) {
    const why = 'its safety check does not run for this session';
    const code = { decision_reason_code: 'auto_mode_no_check_in_session' };
    return refused(
      `Auto mode is unavailable: ${why}, so ${call.tool} was not run.`,
      'Classifier unavailable',
      code,
    );
  }
  const answer = await ask(cli, call, speaker);
  if (!/<block>\s*yes/i.test(answer)) {
    const decision = { decision: 'accept', source: 'config', reason_type: 'classifier' };
    return { allowed: true, input: call.input, decision };
  }
  const reason = /<reason>(.*?)<\/reason>/s.exec(answer)?.[1] ?? '';
  const what = 'Permission for this action was denied by the Claude Code auto mode classifier.';
  return refused(`${what} Reason: ${reason}.`, reason, {});
}

async function ask(cli: Cli, { tool, input }: ToolCall, speaker: Speaker): Promise<string> {
  const conversation = new Conversation();
  conversation.addUser(`May this tool run?\n${JSON.stringify({ tool, input })}`);
  const answer = new ApiAnswer(cli, { ...speaker, conversation, hasNoTools: true });
  await answer.open();
  let text = '';
  for await (const block of answer.blocks) {
    if (block.type === 'text') text += await wholeText(block);
  }
  return text;
}

function refused(message: string, reason: string, code: object): PermissionVerdict {
  return {
    allowed: false,
    message,
    kind: 'permission-rule',
    decision: { decision: 'reject', source: 'config', reason_type: 'classifier' },
    notice: { decision_reason_type: 'classifier', ...code, decision_reason: reason },
    classifierReason: reason,
  };
}
