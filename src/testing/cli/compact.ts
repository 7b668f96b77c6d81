import { randomUUID } from 'node:crypto';
import { wholeText } from './answer.js';
import { ApiAnswer } from './api/ApiAnswer.js';
import type { Cli } from './Cli.js';
import { Conversation } from './Conversation.js';
import { saySynthetic, tellCommand } from './cliSpeech.js';
import { sayInit } from './initFrames.js';
import { sessionStarts } from './sessionHooks.js';
import { sayUser, type Voice } from './Voice.js';

const task = 'Your task is to create a detailed summary of the conversation so far.';
const tooShort = 'Not enough messages to compact.';

/** Replaces the conversation by a summary that the model writes. */
export async function compact(cli: Cli, voice: Voice): Promise<string> {
  const { output, hooks, conversation, traits } = cli;
  const status = (fields: object) =>
    output.message({ type: 'system', subtype: 'status', ...fields });
  status({ status: 'compacting' });
  if (conversation.messages.length < (traits.recent ? 2 : 4)) {
    status({ status: null, compact_result: 'failed', compact_error: tooShort });
    sayInit(cli, voice.turn);
    saySynthetic(cli, voice, tooShort);
    return tooShort;
  }
  await hooks.tell('PreCompact', { trigger: 'manual', custom_instructions: null });
  const summary = await summaryOf(cli, voice);
  await sessionStarts(cli, 'compact');
  await hooks.tell('PostCompact', { trigger: 'manual', compact_summary: summary });
  status({ status: null, compact_result: 'success' });
  sayInit(cli, voice.turn);
  output.message({
    type: 'system',
    subtype: 'compact_boundary',
    compact_metadata: { trigger: 'manual', pre_tokens: cli.meter.inputTokens, duration_ms: 1 },
    ...(traits.recent && { logical_parent_uuid: randomUUID() }),
  });
  conversation.clear();
  const opening = 'This session is being continued from a previous conversation.';
  const told = `${opening} The summary below covers the earlier portion.\n\n${summary}`;
  sayUser(cli, voice, told, { isReplay: false, isSynthetic: true });
  tellCommand(cli, 'Compacted ');
  cli.isToldAgain = true;
  return '';
}

async function summaryOf(cli: Cli, voice: Voice): Promise<string> {
  const conversation = new Conversation(undefined, cli.conversation.whole());
  conversation.tell(task);
  const answer = new ApiAnswer(cli, { ...voice, conversation });
  await answer.open();
  let summary = '';
  for await (const block of answer.blocks) {
    if (block.type === 'text') summary += await wholeText(block);
  }
  return summary;
}
