import type {
  AgentStep,
  ParallelStep,
  Step,
  TextStep,
  ThinkingStep,
  ToolInput,
  ToolStep,
} from '../scenario.js';
import type { Cli } from './cli.js';
import type { Tokens } from './UsageMeter.js';

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
  name: string;
  input: ToolInput;
  step: AgentStep;
};
export type Block =
  /** A block that streams in `pieces` has its text only at the end. */
  | { type: 'text'; text: string; pieces?: AsyncIterable<string> }
  | { type: 'thinking'; thinking: string; pieces?: AsyncIterable<string> }
  | ToolBlock
  | AgentBlock;

/** One message of the model. */
export interface ModelAnswer {
  blocks: Iterable<Block> | AsyncIterable<Block>;
  /** For an answer of the API: sends the request. `id` and `tokens` are known afterwards. */
  open?(): Promise<void>;
  id?: string;
  tokens?: Tokens;
}

export type ScriptItem =
  | ModelAnswer
  | Exclude<Step, TextStep | ThinkingStep | ToolStep | AgentStep | ParallelStep>;

export const isAgentBlock = (block: ToolBlock | AgentBlock): block is AgentBlock =>
  'agent' in block.step;

/** A call of a tool by its name. */
export function toolBlock(
  id: string,
  name: string,
  input: ToolInput,
  /** Whether an agent runs in the background if its input does not say. */
  isBackgroundByDefault = false,
): ToolBlock | AgentBlock {
  if (name !== 'Task' && name !== 'Agent') {
    const whole = name === 'Edit' ? { replace_all: false, ...input } : input;
    return { type: 'tool_use', id, name, input: whole, step: { tool: name, input: whole } };
  }
  const step: AgentStep = {
    agent: String(input.description ?? ''),
    prompt: String(input.prompt ?? ''),
    type: input.subagent_type === undefined ? undefined : String(input.subagent_type),
    background:
      input.run_in_background === undefined
        ? isBackgroundByDefault
        : input.run_in_background === true,
    isolated: input.isolation === 'worktree',
  };
  return { type: 'tool_use', id, name, input, step };
}

/** Groups steps into messages of the model. A message ends after its tools, or at an event. */
export function scriptItems(cli: Cli, steps: readonly Step[], prompt: string): ScriptItem[] {
  const items: ScriptItem[] = [];
  let blocks: Block[] = [];
  const close = () => {
    if (blocks.length > 0) items.push({ blocks });
    blocks = [];
  };
  for (const step of steps) {
    if ('text' in step) {
      blocks.push({ type: 'text', text: step.text.replaceAll('{prompt}', prompt) });
    } else if ('thinking' in step) {
      blocks.push({ type: 'thinking', thinking: step.thinking });
    } else if ('tool' in step || 'agent' in step) {
      blocks.push(scriptedToolBlock(cli, step));
      close();
    } else if ('parallel' in step) {
      blocks.push(...step.parallel.map((one) => scriptedToolBlock(cli, one)));
      close();
    } else {
      close();
      items.push(step);
    }
  }
  close();
  return items;
}

function scriptedToolBlock(cli: Cli, step: ToolStep | AgentStep): ToolBlock | AgentBlock {
  const id = step.id ?? `toolu_${cli.nextNumber('tool')}`;
  if ('tool' in step) return { ...toolBlock(id, step.tool, step.input ?? {}), step } as ToolBlock;
  const input = {
    description: step.agent,
    prompt: step.prompt ?? step.agent,
    subagent_type: step.type ?? 'general-purpose',
    run_in_background: step.background ?? false,
  };
  return { type: 'tool_use', id, name: 'Task', input, step };
}

/** Splits a text into the tokens it is streamed in. */
export function tokensOf(text: string, length?: number): string[] {
  if (length === undefined) return text.match(/\s*\S+\s*$|\s*\S+/g) ?? [text];
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length));
  return pieces;
}

/** Waits for the whole text of a block. */
export async function wholeText({ text, pieces }: Block & { type: 'text' }): Promise<string> {
  let whole = text;
  for await (const piece of pieces ?? []) whole += piece;
  return whole;
}
