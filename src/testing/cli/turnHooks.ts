import type { Cli } from './cli.js';
import type { Command } from './commands.js';
import type { Frame } from './Output.js';
import type { Ending } from './resultFrame.js';
import { type Speaker, writeUser } from './speaker.js';
import type { ToolUse } from './ToolUse.js';
import type { Turn } from './Turn.js';
import { hookName } from './toolAccess.js';

/** What the hooks have against the prompt, if anything. */
export async function checkPrompt(cli: Cli, turn: Turn): Promise<PromptObjection | undefined> {
  if (turn.origin) return undefined;
  const { decision, reason, stops, stopReason } = await cli.hooks.run({
    event: 'UserPromptSubmit',
    fields: { prompt: turn.prompt },
    promptId: turn.promptId,
    signal: turn.signal,
  });
  if (decision === 'deny') {
    const text = `UserPromptSubmit operation blocked by hook:\n${reason}\n\nOriginal prompt: ${turn.prompt}`;
    return { text, outcome: { kind: 'blocked_by_hook', prompt_kept: false, reason } };
  }
  if (!stops) return undefined;
  const outcome = { kind: 'stopped_by_hook', prompt_kept: true, reason: stopReason };
  return { text: `Operation stopped by hook: ${stopReason}`, outcome };
}

/** A command of the project's becomes the prompt that it stands for. */
export async function notifyExpansion(
  cli: Cli,
  turn: Turn,
  { name, args }: Command,
): Promise<void> {
  await cli.hooks.notify('UserPromptExpansion', {
    expansion_type: 'slash_command',
    command_name: name,
    command_args: args,
    command_source: 'projectSettings',
    prompt: turn.prompt,
  });
}

/** All tools of one message have been used. */
export async function notifyToolBatch(cli: Cli, uses: readonly ToolUse[]): Promise<void> {
  const calls = uses.map(({ block, resultContent }) => ({
    tool_name: hookName(block.name),
    tool_input: block.input,
    tool_use_id: block.id,
    tool_response: resultContent,
  }));
  await cli.hooks.notify('PostToolBatch', { tool_calls: calls });
}

export interface PromptObjection {
  text: string;
  outcome: Frame;
}

/** Says so, and ends the turn. */
export function reportBlockedPrompt(cli: Cli, { text, outcome }: PromptObjection): Ending {
  cli.output.message({
    type: 'system',
    subtype: 'informational',
    content: text,
    level: 'warning',
    prevent_continuation: true,
    ...(cli.traits.recent && { prompt_submit_outcome: outcome }),
  });
  return { kind: 'promptBlocked', text };
}

/** Whether the turn may end: it has answered in the shape asked for, and the Stop hooks let it. */
export async function turnMayStop(
  cli: Cli,
  voice: Speaker,
  isContinued: boolean,
): Promise<boolean> {
  const { turn, signal } = voice;
  const isReminded = !isContinued && remindOfSchema(cli, voice);
  const { decision, reason } = await cli.hooks.run({
    event: 'Stop',
    fields: {
      stop_hook_active: isContinued,
      last_assistant_message: turn.lastText || undefined,
      background_tasks: [],
      session_crons: [],
    },
    promptId: turn.promptId,
    signal,
  });
  if (decision !== 'deny') return !isReminded;
  const text = `Stop hook feedback:\n${reason}`;
  writeUser(cli, voice, [{ type: 'text', text }], { isSynthetic: true });
  cli.output.message({
    type: 'system',
    subtype: 'notification',
    key: 'stop-hook-error',
    text: 'Stop hook error occurred · ctrl+o to see',
    priority: 'immediate',
  });
  return false;
}

/** Tells the model, once, to answer in the shape that was asked for; whether that was needed. */
function remindOfSchema(cli: Cli, voice: Speaker): boolean {
  if (!cli.settings.hasSchema || voice.turn.structured) return false;
  const text =
    '[structured-output-enforce] You MUST call the StructuredOutput tool to complete this request. Call this tool now.';
  writeUser(cli, voice, [{ type: 'text', text }], { isSynthetic: true });
  return true;
}
