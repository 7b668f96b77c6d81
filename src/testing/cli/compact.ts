import { randomUUID } from 'node:crypto';
import { ApiAnswer } from './api/ApiAnswer.js';
import { Conversation } from './Conversation.js';
import type { Cli } from './cli.js';
import { writeInit } from './initFrames.js';
import { wholeText } from './modelAnswer.js';
import { notifySessionStart } from './sessionHooks.js';
import { type Speaker, writeUser } from './speaker.js';
import { writeCommandOutput, writeSynthetic } from './syntheticMessages.js';

const task = 'Your task is to create a detailed summary of the conversation so far.';
const tooShort = 'Not enough messages to compact.';

/** Replaces the conversation with a summary that the model writes. */
export async function compact(cli: Cli, speaker: Speaker): Promise<string> {
  const { output, hooks, conversation, traits } = cli;
  const status = (fields: object) =>
    output.message({ type: 'system', subtype: 'status', ...fields });
  status({ status: 'compacting' });
  if (conversation.messages.length < (traits.recent ? 2 : 4)) {
    status({ status: null, compact_result: 'failed', compact_error: tooShort });
    writeInit(cli, speaker.turn);
    writeSynthetic(cli, speaker, tooShort);
    return tooShort;
  }
  await hooks.notify('PreCompact', { trigger: 'manual', custom_instructions: null });
  const summary = await summaryOf(cli, speaker);
  await notifySessionStart(cli, 'compact');
  await hooks.notify('PostCompact', { trigger: 'manual', compact_summary: summary });
  status({ status: null, compact_result: 'success' });
  writeInit(cli, speaker.turn);
  output.message({
    type: 'system',
    subtype: 'compact_boundary',
    compact_metadata: { trigger: 'manual', pre_tokens: cli.meter.inputTokens, duration_ms: 1 },
    ...(traits.recent && { logical_parent_uuid: randomUUID() }),
  });
  conversation.clear();
  const opening = 'This session is being continued from a previous conversation.';
  const text = `${opening} The summary below covers the earlier portion.\n\n${summary}`;
  writeUser(cli, speaker, text, { isReplay: false, isSynthetic: true });
  writeCommandOutput(cli, 'Compacted ');
  cli.mustReloadInstructions = true;
  return '';
}

async function summaryOf(cli: Cli, speaker: Speaker): Promise<string> {
  const conversation = new Conversation(undefined, cli.conversation.copy());
  conversation.addUser(task);
  const answer = new ApiAnswer(cli, { ...speaker, conversation });
  await answer.open();
  let summary = '';
  for await (const block of answer.blocks) {
    if (block.type === 'text') summary += await wholeText(block);
  }
  return summary;
}
