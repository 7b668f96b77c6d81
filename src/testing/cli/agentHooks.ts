import type { Cli } from './Cli.js';
import { projectDirectory } from './places.js';
import type { Voice } from './Voice.js';

const namesOf = ({ agent }: Voice) => ({ agent_id: agent?.taskId, agent_type: agent?.type });

export async function agentStarts(cli: Cli, voice: Voice): Promise<void> {
  await cli.hooks.tell('SubagentStart', namesOf(voice));
}

/** Whether a subagent may end: hooks can make it go on. */
export async function agentMayStop(
  cli: Cli,
  voice: Voice,
  report: string,
  isContinued: boolean,
): Promise<boolean> {
  const { hooks, output, tasks } = cli;
  const { agent } = voice;
  const folder = `${projectDirectory(cli)}/${output.sessionId}/subagents`;
  const verdict = await hooks.tell('SubagentStop', {
    ...namesOf(voice),
    stop_hook_active: isContinued,
    agent_transcript_path: `${folder}/agent-${agent?.taskId}.jsonl`,
    last_assistant_message: report,
    background_tasks: tasks.inBackground(),
    session_crons: [],
  });
  if (verdict?.decision !== 'deny') return true;
  voice.conversation.tell(`Stop hook feedback:\n${verdict.reason}`);
  return false;
}
