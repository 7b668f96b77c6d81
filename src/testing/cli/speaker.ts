import type { JsonObject } from '../../codec/jsonObject.js';
import type { CliTurn } from './CliTurn.js';
import type { Conversation } from './Conversation.js';
import type { Cli } from './cli.js';

/** Who speaks in a turn: the main agent, or one of its subagents. */
export interface Speaker {
  turn: CliTurn;
  /** Interrupts what it is doing. */
  signal: AbortSignal;
  /** Its conversation with the model. */
  conversation: Conversation;
  /** The model gets no tools. */
  hasNoTools?: boolean;
  agent?: {
    toolUseId: string;
    taskId: string;
    type: string;
    description: string;
    model?: string;
  };
}

/** The fields that attribute a frame to its speaker. */
function attribution({ traits }: Cli, { agent }: Speaker): JsonObject {
  if (!agent) return { parent_tool_use_id: null };
  return {
    parent_tool_use_id: agent.toolUseId,
    ...(traits.recent && { agent_id: agent.taskId }),
    subagent_type: agent.type,
    task_description: agent.description,
  };
}

/** Writes a frame of type `user`: tool results, interruptions, and feedback from hooks. */
export function writeUser(
  cli: Cli,
  speaker: Speaker,
  content: unknown,
  fields: JsonObject = {},
): void {
  if (!speaker.agent) speaker.turn.userFrames += 1;
  speaker.conversation.addUser(content);
  cli.output.message({
    type: 'user',
    message: { role: 'user', content },
    ...attribution(cli, speaker),
    timestamp: timestamp(cli),
    ...fields,
  });
}

export function writeAssistant(
  cli: Cli,
  speaker: Speaker,
  message: JsonObject,
  fields: JsonObject = {},
): void {
  speaker.conversation.addAssistant(message);
  cli.output.message({
    type: 'assistant',
    message,
    ...attribution(cli, speaker),
    ...(cli.traits.recent && { timestamp: timestamp(cli) }),
    ...fields,
    ...(cli.traits.recent && !speaker.agent && speaker.turn.messageIdsOnce()),
  });
}

function timestamp({ timers }: Cli): string {
  return new Date(timers.now()).toISOString();
}
