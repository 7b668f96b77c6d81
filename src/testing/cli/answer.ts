import type {
  AgentStep,
  ParallelStep,
  Step,
  TextStep,
  ThinkingStep,
  ToolInput,
  ToolStep,
} from '../scenario.js';
import type { Cli } from './Cli.js';

export type ToolBlock = {
  type: 'tool_use';
  id: string;
  name: string;
  input: ToolInput;
  step: ToolStep;
};
export type AgentBlock = {
  type: 'tool_use';
  id: string;
  name: 'Task';
  input: ToolInput;
  step: AgentStep;
};
export type Block =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string }
  | ToolBlock
  | AgentBlock;

/** One message of the model's. */
export interface ModelAnswer {
  blocks: readonly Block[];
}

export type Beat =
  | ModelAnswer
  | Exclude<Step, TextStep | ThinkingStep | ToolStep | AgentStep | ParallelStep>;

export const isAgentBlock = (block: ToolBlock | AgentBlock): block is AgentBlock =>
  'agent' in block.step;

export function toolsOf({ blocks }: ModelAnswer): (ToolBlock | AgentBlock)[] {
  return blocks.filter((block) => block.type === 'tool_use');
}

/** Cuts steps into the model's messages: a message ends after its tools, or where something else happens. */
export function beatsOf(cli: Cli, steps: readonly Step[], prompt: string): Beat[] {
  const beats: Beat[] = [];
  let blocks: Block[] = [];
  const close = () => {
    if (blocks.length > 0) beats.push({ blocks });
    blocks = [];
  };
  for (const step of steps) {
    if ('text' in step) {
      blocks.push({ type: 'text', text: step.text.replaceAll('{prompt}', prompt) });
    } else if ('thinking' in step) {
      blocks.push({ type: 'thinking', thinking: step.thinking });
    } else if ('tool' in step || 'agent' in step) {
      blocks.push(toolBlock(cli, step));
      close();
    } else if ('parallel' in step) {
      blocks.push(...step.parallel.map((one) => toolBlock(cli, one)));
      close();
    } else {
      close();
      beats.push(step);
    }
  }
  close();
  return beats;
}

function toolBlock(cli: Cli, step: ToolStep | AgentStep): ToolBlock | AgentBlock {
  const id = step.id ?? `toolu_${cli.next('tool')}`;
  if ('tool' in step) {
    const given = step.input ?? {};
    const input = step.tool === 'Edit' ? { replace_all: false, ...given } : given;
    return { type: 'tool_use', id, name: step.tool, input, step };
  }
  const input = {
    description: step.agent,
    prompt: step.prompt ?? step.agent,
    subagent_type: step.type ?? 'general-purpose',
    run_in_background: step.background ?? false,
  };
  return { type: 'tool_use', id, name: 'Task', input, step };
}

/** The pieces in which a text is streamed. */
export function tokensOf(text: string, length?: number): string[] {
  if (length === undefined) return text.match(/\s*\S+\s*$|\s*\S+/g) ?? [text];
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length));
  return pieces;
}
