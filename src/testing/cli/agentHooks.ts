import type { Cli } from './cli.js';
import { projectDirectory } from './configFiles.js';
import type { Speaker } from './speaker.js';

const namesOf = ({ agent }: Speaker) => ({ agent_id: agent?.taskId, agent_type: agent?.type });

export async function notifyAgentStart(cli: Cli, speaker: Speaker): Promise<void> {
  await cli.hooks.notify('SubagentStart', namesOf(speaker));
}

/** Whether a subagent may stop: SubagentStop hooks can make it go on. */
export async function agentMayStop(
  cli: Cli,
  speaker: Speaker,
  report: string,
  isContinued: boolean,
): Promise<boolean> {
  const { hooks, output, tasks } = cli;
  const { agent } = speaker;
  const folder = `${projectDirectory(cli)}/${output.sessionId}/subagents`;
  const verdict = await hooks.notify('SubagentStop', {
    ...namesOf(speaker),
    stop_hook_active: isContinued,
    agent_transcript_path: `${folder}/agent-${agent?.taskId}.jsonl`,
    last_assistant_message: report,
    background_tasks: tasks.inBackground(),
    session_crons: [],
  });
  if (verdict?.decision !== 'deny') return true;
  speaker.conversation.addUser(`Stop hook feedback:\n${verdict.reason}`);
  return false;
}
