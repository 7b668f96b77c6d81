import type { Step } from '../scenario.js';
import { AnswerStream } from './AnswerStream.js';
import { ApiFailure } from './api/ApiFailure.js';
import type { CliTurn } from './CliTurn.js';
import type { Cli } from './cli.js';
import { commandIn, projectCommand, runSlashCommand } from './commands.js';
import { writeInit } from './initFrames.js';
import type { ModelAnswer } from './modelAnswer.js';
import { type ModelScript, modelScript } from './modelScript.js';
import { playEventStep } from './playEventStep.js';
import type { Ending } from './resultFrame.js';
import { reloadInstructions } from './sessionHooks.js';
import { type Speaker, writeUser } from './speaker.js';
import { reportApiFailure, scriptedFailure } from './syntheticMessages.js';
import { Interrupted } from './Timers.js';
import { ToolUse } from './ToolUse.js';
import {
  callPromptHooks,
  notifyExpansion,
  notifyToolBatch,
  reportBlockedPrompt,
  turnMayStop,
} from './turnHooks.js';

/** How many invalid structured outputs end the turn. */
const maxStructuredErrors = 5;
/** How long the model takes, at least, once the host has closed stdin. */
const modelDelayWithoutHostMs = 200;

/** Plays one turn, up to its result. */
export async function playTurn(
  cli: Cli,
  turn: CliTurn,
  steps: readonly Step[],
  /** Adds messages that arrived in the meantime, as the CLI does after tools. */
  joinMessages: () => void,
): Promise<Ending> {
  const speaker: Speaker = { turn, signal: turn.signal, conversation: cli.conversation };
  try {
    return await play(cli, speaker, steps, joinMessages);
  } catch (reason) {
    if (reason instanceof Interrupted) return interrupted(cli, speaker, 'streaming');
    throw reason;
  }
}

async function play(
  cli: Cli,
  speaker: Speaker,
  steps: readonly Step[],
  joinMessages: () => void,
): Promise<Ending> {
  const { turn } = speaker;
  if (turn.resumed) {
    const use = new ToolUse(cli, speaker, turn.resumed.block);
    const ending = await useTools(cli, speaker, [use]);
    if (turn.putOff) turn.putOff.rest = turn.resumed.rest;
    // A process that is killed comes back to the call once more.
    if (!cli.lifetime.aborted) cli.deferredCalls.save(turn.putOff);
    if (ending) return ending;
    // The turn begins once the call is done: its result does not count.
    turn.userFrames = 0;
    writeInit(cli, turn);
    return playScript(cli, speaker, modelScript(cli, speaker, [], ''), joinMessages);
  }
  const command = commandIn(cli, turn);
  const ran = command && (await runSlashCommand(cli, speaker, command));
  if (ran) return ran;
  await reloadInstructions(cli);
  const expansion = command && projectCommand(cli, command);
  const expanded = expansion === undefined ? undefined : command;
  if (expanded && !cli.traits.recent) await notifyExpansion(cli, turn, expanded);
  const objection = await callPromptHooks(cli, turn);
  if (expanded && cli.traits.recent) await notifyExpansion(cli, turn, expanded);
  writeInit(cli, turn);
  if (objection) return reportBlockedPrompt(cli, objection);
  replay(cli, turn);
  for (const { content, uuid } of turn.messages)
    speaker.conversation.addUser(expansion ?? content, uuid);
  return playScript(cli, speaker, modelScript(cli, speaker, steps, turn.prompt), joinMessages);
}

async function playScript(
  cli: Cli,
  speaker: Speaker,
  script: ModelScript,
  joinMessages: () => void,
): Promise<Ending> {
  const { turn } = speaker;
  let isContinued = false;
  let isDue = true;
  let isShaped = false;
  for (;;) {
    // Structured output ends the turn, whatever steps are left.
    const item = isShaped ? undefined : script.next(isDue);
    if (item === undefined || 'stop' in item) {
      if (await turnMayStop(cli, speaker, isContinued)) return { kind: 'completed' };
      isContinued = true;
      isDue = true;
      isShaped = false;
    } else if ('apiError' in item) {
      return fails(cli, speaker, scriptedFailure(item));
    } else if (!('blocks' in item)) {
      await playEventStep(cli, item, speaker.signal);
    } else {
      if (turn.stopReason === 'tool_use') joinMessages();
      if (turn.answers >= (cli.flags.maxTurns ?? Number.POSITIVE_INFINITY))
        return { kind: 'maxTurns' };
      if (turn.isHostGone) await waitWithoutHost(cli, speaker);
      const ending = await playAnswer(cli, speaker, item);
      if (turn.putOff) turn.putOff.rest = script.rest;
      if (ending) return ending;
      if (turn.structuredErrors.length >= maxStructuredErrors) return { kind: 'misshapen' };
      isDue = turn.stopReason !== 'end_turn';
      isShaped = turn.structured !== undefined;
    }
  }
}

/** A host that closes stdin also sends a signal, which reaches the CLI while it asks the model. */
async function waitWithoutHost(cli: Cli, { signal }: Speaker): Promise<void> {
  try {
    await cli.timers.sleep(modelDelayWithoutHostMs, signal);
  } catch (reason) {
    // 2.1.197 exits before it reports how the turn ended.
    if (!cli.traits.recent) cli.output.silence();
    throw reason;
  }
}

function replay(cli: Cli, turn: CliTurn): void {
  if (!cli.flags.replayUserMessages || turn.origin) return;
  for (const message of turn.messages) replayMessage(cli, message);
}

export function replayMessage(cli: Cli, { content, uuid }: CliTurn['messages'][number]): void {
  cli.output.message({
    type: 'user',
    message: { role: 'user', content },
    parent_tool_use_id: null,
    timestamp: new Date(cli.timers.now()).toISOString(),
    isReplay: true,
    ...(uuid !== undefined && { uuid }),
  });
}

function isOverBudget({ flags, meter }: Cli): boolean {
  return meter.cost >= (flags.maxBudgetUsd ?? Number.POSITIVE_INFINITY);
}

/** Plays one message of the model and its tools; returns an ending if it ends the turn. */
async function playAnswer(
  cli: Cli,
  speaker: Speaker,
  answer: ModelAnswer,
): Promise<Ending | undefined> {
  const uses: ToolUse[] = [];
  const stream = new AnswerStream(cli, speaker, (block) => {
    const use = new ToolUse(cli, speaker, block);
    uses.push(use);
    // For an MCP tool, the CLI calls the hooks before the message is complete.
    if (block.name.startsWith('mcp__')) use.startPreToolUse();
  });
  try {
    await stream.write(answer);
  } catch (reason) {
    if (reason instanceof Interrupted) return cutOff(cli, speaker, stream);
    if (reason instanceof ApiFailure) return fails(cli, speaker, reason);
    throw reason;
  }
  if (isOverBudget(cli)) return { kind: 'maxBudget' };
  return useTools(cli, speaker, uses);
}

async function fails(cli: Cli, speaker: Speaker, failure: ApiFailure): Promise<Ending> {
  const ending = reportApiFailure(cli, speaker, failure);
  const error = failure.isLoggedOut ? failure.type : 'unknown';
  await cli.hooks.notify('StopFailure', { error, last_assistant_message: failure.text });
  return ending;
}

function cutOff(cli: Cli, speaker: Speaker, stream: AnswerStream): Ending {
  // If the model had not started to answer, the interruption is still to be reported.
  if (!stream.wasInterrupted) return interrupted(cli, speaker, 'streaming');
  return { kind: 'aborted', during: 'streaming' };
}

async function useTools(cli: Cli, speaker: Speaker, uses: ToolUse[]): Promise<Ending | undefined> {
  let isStopped = false;
  for (const [index, use] of uses.entries()) {
    const rejectFrom = (first: number) => {
      for (const later of uses.slice(first)) later.reject();
    };
    try {
      const aftermath = await use.run();
      if (aftermath === 'abort') {
        rejectFrom(index + 1);
        return interrupted(cli, speaker, cli.traits.recent ? 'tools' : 'streaming');
      }
      isStopped ||= aftermath === 'stop';
    } catch (reason) {
      if (!(reason instanceof Interrupted)) throw reason;
      rejectFrom(index);
      return interrupted(cli, speaker, 'tools');
    }
  }
  if (isStopped) return { kind: 'hookStopped' };
  if (uses.length > 0) await notifyToolBatch(cli, uses);
  const isCutOff = speaker.signal.aborted && !speaker.turn.isHostGone;
  return isCutOff ? interrupted(cli, speaker, 'tools') : undefined;
}

function interrupted(cli: Cli, speaker: Speaker, during: 'tools' | 'streaming'): Ending {
  const suffix = during === 'tools' ? ' for tool use' : '';
  writeUser(cli, speaker, [{ type: 'text', text: `[Request interrupted by user${suffix}]` }]);
  return { kind: 'aborted', during };
}
