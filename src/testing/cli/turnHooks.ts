import type { JsonObject } from '../../codec/jsonObject.js';
import type { CliTurn } from './CliTurn.js';
import type { Cli } from './cli.js';
import type { CommandCall } from './commands.js';
import type { Ending } from './resultFrame.js';
import { type Speaker, writeUser } from './speaker.js';
import type { ToolUse } from './ToolUse.js';
import { hookName } from './toolAccess.js';

/** Calls UserPromptSubmit hooks; returns their objection to the prompt, if any. */
export async function callPromptHooks(
  cli: Cli,
  turn: CliTurn,
): Promise<PromptObjection | undefined> {
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

/** Calls UserPromptExpansion hooks when a project's command is replaced by its prompt. */
export async function notifyExpansion(
  cli: Cli,
  turn: CliTurn,
  { name, args }: CommandCall,
): Promise<void> {
  await cli.hooks.notify('UserPromptExpansion', {
    expansion_type: 'slash_command',
    command_name: name,
    command_args: args,
    command_source: 'projectSettings',
    prompt: turn.prompt,
  });
}

/** Calls PostToolBatch hooks when all tools of a message have run. */
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
  outcome: JsonObject;
}

/** Reports the objection, and ends the turn. */
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

/** Whether the turn may end: structured output is there if required, and Stop hooks agree. */
export async function turnMayStop(
  cli: Cli,
  speaker: Speaker,
  isContinued: boolean,
): Promise<boolean> {
  const { turn, signal } = speaker;
  const isReminded = !isContinued && remindOfSchema(cli, speaker);
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
  writeUser(cli, speaker, [{ type: 'text', text }], { isSynthetic: true });
  cli.output.message({
    type: 'system',
    subtype: 'notification',
    key: 'stop-hook-error',
    text: 'Stop hook error occurred · ctrl+o to see',
    priority: 'immediate',
  });
  return false;
}

/** Reminds the model of missing structured output; returns whether that was necessary. */
function remindOfSchema(cli: Cli, speaker: Speaker): boolean {
  if (!cli.settings.hasSchema || speaker.turn.structured) return false;
  const text =
    '[structured-output-enforce] You MUST call the StructuredOutput tool to complete this request. Call this tool now.';
  writeUser(cli, speaker, [{ type: 'text', text }], { isSynthetic: true });
  return true;
}
