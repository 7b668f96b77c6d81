import type { JsonObject } from '../../codec/jsonObject.js';
import type { Step } from '../scenario.js';
import { agentMayStop, notifyAgentStart } from './agentHooks.js';
import { ApiFailure } from './api/ApiFailure.js';
import type { ToolOutcome } from './builtInTools.js';
import { Conversation } from './Conversation.js';
import type { Cli } from './cli.js';
import { type AgentBlock, type ModelAnswer, type ToolBlock, wholeText } from './modelAnswer.js';
import { inputTokens, modelMessage } from './modelMessage.js';
import { modelScript } from './modelScript.js';
import { type Speaker, writeAssistant, writeUser } from './speaker.js';
import type { Task } from './Tasks.js';
import { Interrupted } from './Timers.js';
import { ToolUse } from './ToolUse.js';
import { resultUsage } from './UsageMeter.js';

const defaultSteps: readonly Step[] = [{ text: 'Subagent finished.' }];
const tokens = { input: inputTokens, output: 5 };

/** Starts a subagent, and waits for it unless it runs in the background. */
export async function runAgent(cli: Cli, parent: Speaker, block: AgentBlock): Promise<ToolOutcome> {
  const { step } = block;
  const isBackground = step.background === true;
  if (step.isolated) await cli.hooks.notify('WorktreeCreate', { name: `agent-${block.id}` });
  const task = cli.tasks.start({
    kind: 'local_agent',
    toolUseId: block.id,
    description: step.agent,
    type: step.type ?? 'general-purpose',
    prompt: step.prompt ?? step.agent,
    isBackground,
    afterwards: step.afterwards ?? [{ text: 'Noted.' }],
  });
  const speaker = agentSpeaker(cli, parent, task);
  if (cli.hooks.has('SubagentStart')) await notifyAgentStart(cli, speaker);
  if (!isBackground) return runInForeground(cli, speaker, task, block);
  speaker.conversation.addUser(task.prompt);
  void runInBackground(cli, speaker, task, block);
  return backgroundOutcome(cli, task);
}

function agentSpeaker(cli: Cli, { turn, signal }: Speaker, task: Task): Speaker {
  const { transcripts, settings } = cli;
  const type = task.type ?? '';
  return {
    turn,
    signal: task.isBackground ? task.stopping.signal : signal,
    conversation: new Conversation(transcripts.start(task.id)),
    agent: {
      toolUseId: task.toolUseId,
      taskId: task.id,
      type,
      description: task.description,
      model: settings.agents[type]?.model,
    },
  };
}

async function runInForeground(
  cli: Cli,
  speaker: Speaker,
  task: Task,
  block: AgentBlock,
): Promise<ToolOutcome> {
  writeUser(cli, speaker, [{ type: 'text', text: task.prompt }]);
  const addReport = (report: string) => speaker.conversation.addAssistant(reportOf(cli, report));
  try {
    const { report, used } = await playAgent(cli, speaker, task, block, addReport);
    cli.tasks.end(task, 'completed', cli.traits.recent ? report : task.description);
    return foregroundOutcome(cli, task, report, used);
  } catch (reason) {
    if (!(reason instanceof ApiFailure)) throw reason;
    cli.tasks.end(task, 'failed', reason.text);
    return { ok: false, error: reason.text };
  }
}

async function runInBackground(
  cli: Cli,
  speaker: Speaker,
  task: Task,
  block: AgentBlock,
): Promise<void> {
  try {
    const { report } = await playAgent(cli, speaker, task, block, (said) =>
      writeAssistant(cli, speaker, reportOf(cli, said)),
    );
    const summary = cli.traits.recent ? report : `Agent "${task.description}" finished`;
    cli.tasks.end(task, 'completed', summary);
  } catch (reason) {
    if (reason instanceof ApiFailure) {
      cli.tasks.end(task, 'failed', reason.text);
      return;
    }
    if (!(reason instanceof Interrupted)) throw reason;
    writeUser(cli, speaker, [{ type: 'text', text: '[Request interrupted by user]' }]);
    cli.tasks.agentStopped(task);
  }
}

function reportOf(cli: Cli, text: string): JsonObject {
  return modelMessage(cli, `msg_${cli.nextNumber('message')}`, [{ type: 'text', text }]);
}

/** Plays the subagent's steps. Its tools are visible to the host, its text only as the final report. */
async function playAgent(
  cli: Cli,
  speaker: Speaker,
  task: Task,
  { step }: AgentBlock,
  onReport: (report: string) => void,
): Promise<{ report: string; used: string[] }> {
  let report = '';
  const used: string[] = [];
  await cli.timers.sleep(step.takes ?? 0, speaker.signal);
  const script = modelScript(cli, speaker, step.steps ?? defaultSteps, task.prompt ?? '');
  for (let isDue = true, isContinued = false; ; ) {
    const item = script.next(isDue);
    if (item === undefined) {
      onReport(report);
      const hasHook = cli.hooks.has('SubagentStop');
      if (!hasHook || (await agentMayStop(cli, speaker, report, isContinued))) break;
      isContinued = true;
      isDue = true;
    } else if ('blocks' in item) {
      const { text, tools } = await answerIn(item);
      report = text ?? report;
      cli.meter.count(cli.settings.model, item.tokens ?? tokens, 0);
      for (const block of tools) {
        used.push(block.name);
        await useTool(cli, speaker, task, block);
      }
      isDue = tools.length > 0;
    }
  }
  return { report, used };
}

/** Reads a whole answer: its last text, and its tools. */
async function answerIn(
  answer: ModelAnswer,
): Promise<{ text?: string; tools: (ToolBlock | AgentBlock)[] }> {
  await answer.open?.();
  const tools: (ToolBlock | AgentBlock)[] = [];
  let text: string | undefined;
  for await (const block of answer.blocks) {
    if (block.type === 'tool_use') tools.push(block);
    else if (block.type === 'text') text = await wholeText(block);
  }
  return { text, tools };
}

async function useTool(cli: Cli, speaker: Speaker, task: Task, block: ToolBlock | AgentBlock) {
  const use = new ToolUse(cli, speaker, block);
  const { type, id, name, input } = block;
  const message = modelMessage(cli, `msg_${cli.nextNumber('message')}`, [
    { type, id, name, input },
  ]);
  const doing = input.command ?? input.file_path ?? name;
  if (task.isBackground) {
    writeAssistant(cli, speaker, message);
    cli.tasks.progress(task, name, `Running ${doing}`);
  } else {
    cli.tasks.progress(task, name, `Running ${doing}`);
    use.startPreToolUse();
    writeAssistant(cli, speaker, message);
  }
  await use.run();
}

function backgroundOutcome(cli: Cli, task: Task): ToolOutcome {
  const text = `Async agent launched successfully.\nagentId: ${task.id}`;
  const result = {
    isAsync: true,
    status: 'async_launched',
    agentId: task.id,
    description: task.description,
    resolvedModel: cli.settings.model,
    prompt: task.prompt,
    outputFile: `/run/dev/tasks/${task.id}.output`,
    canReadOutputFile: true,
    ...(cli.traits.recent && { canContinueAgent: true }),
  };
  return { ok: true, content: [{ type: 'text', text }], result };
}

function foregroundOutcome(
  cli: Cli,
  task: Task,
  report: string,
  used: readonly string[],
): ToolOutcome {
  const { recent } = cli.traits;
  const said = { type: 'text', text: report };
  const note = {
    type: 'text',
    text: `<tools-used-before-summary>${used.join(', ')}</tools-used-before-summary>\n`,
  };
  const isNoted = recent && used.length > 0;
  const totalDurationMs = cli.timers.now() - task.startedAt;
  const trailer = { type: 'text', text: trailerOf(task, used.length, totalDurationMs) };
  const result: JsonObject = {
    status: 'completed',
    prompt: task.prompt,
    agentId: task.id,
    agentType: task.type,
    ...(isNoted && { toolsUsed: used }),
    ...(recent && {
      harnessNoteCount: isNoted ? 1 : 0,
      harnessTailCount: 0,
      harnessSectionHash: task.id.slice(1),
    }),
    content: isNoted ? [note, said] : [said],
    resolvedModel: cli.settings.model,
    totalDurationMs,
    totalTokens: tokens.input + tokens.output,
    totalToolUseCount: used.length,
    usage: resultUsage(cli.traits, tokens),
    ...(used.length > 0 && { toolStats: statsOf(used) }),
    ...(recent && { canContinueAgent: true }),
  };
  return { ok: true, content: recent ? [said] : [said, trailer], result };
}

function trailerOf({ id }: Task, toolUses: number, duration: number): string {
  const how = `(use SendMessage with to: '${id}', summary: '<5-10 word recap>' to continue this agent)`;
  const total = tokens.input + tokens.output;
  const usage = `subagent_tokens: ${total}\ntool_uses: ${toolUses}\nduration_ms: ${duration}`;
  return `agentId: ${id} ${how}\n<usage>${usage}</usage>`;
}

function statsOf(used: readonly string[]): JsonObject {
  const count = (...names: string[]) => used.filter((name) => names.includes(name)).length;
  const counts = {
    readCount: count('Read'),
    searchCount: count('Glob', 'Grep'),
    bashCount: count('Bash'),
    editFileCount: count('Write', 'Edit'),
  };
  const known = Object.values(counts).reduce((sum, number) => sum + number, 0);
  return { ...counts, linesAdded: 0, linesRemoved: 0, otherToolCount: used.length - known };
}
