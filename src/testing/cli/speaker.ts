import type { Conversation } from './Conversation.js';
import type { Cli } from './cli.js';
import type { Frame } from './Output.js';
import type { Turn } from './Turn.js';

/** Who speaks in a turn: the model itself, or a subagent of its. */
export interface Speaker {
  turn: Turn;
  /** Withdraws what it is about. */
  signal: AbortSignal;
  /** What it and the model have said to each other. */
  conversation: Conversation;
  /** The model only answers. */
  hasNoTools?: boolean;
  agent?: {
    toolUseId: string;
    taskId: string;
    type: string;
    description: string;
    model?: string;
  };
}

/** The fields of every frame of this voice. */
function attribution({ traits }: Cli, { agent }: Speaker): Frame {
  if (!agent) return { parent_tool_use_id: null };
  return {
    parent_tool_use_id: agent.toolUseId,
    ...(traits.recent && { agent_id: agent.taskId }),
    subagent_type: agent.type,
    task_description: agent.description,
  };
}

/** Tools, interruptions and what the CLI itself says on the user's side. */
export function writeUser(cli: Cli, voice: Speaker, content: unknown, fields: Frame = {}): void {
  if (!voice.agent) voice.turn.userFrames += 1;
  voice.conversation.addUser(content);
  cli.output.message({
    type: 'user',
    message: { role: 'user', content },
    ...attribution(cli, voice),
    timestamp: timestamp(cli),
    ...fields,
  });
}

export function writeAssistant(cli: Cli, voice: Speaker, message: Frame, fields: Frame = {}): void {
  voice.conversation.addAssistant(message);
  cli.output.message({
    type: 'assistant',
    message,
    ...attribution(cli, voice),
    ...(cli.traits.recent && { timestamp: timestamp(cli) }),
    ...fields,
    ...(cli.traits.recent && !voice.agent && voice.turn.messageIdsOnce()),
  });
}

function timestamp({ timers }: Cli): string {
  return new Date(timers.now()).toISOString();
}
