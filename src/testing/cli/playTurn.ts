import type { Step } from '../scenario.js';
import { AnswerStream } from './AnswerStream.js';
import { ApiFailure } from './api/ApiFailure.js';
import type { Cli } from './cli.js';
import { commandIn, projectCommand, runCommand } from './commands.js';
import { writeInit } from './initFrames.js';
import type { ModelAnswer } from './modelAnswer.js';
import { modelScript } from './modelScript.js';
import { playEventStep } from './playEventStep.js';
import { reportApiFailure, scriptedFailure } from './reportApiFailure.js';
import type { Ending } from './resultFrame.js';
import { reloadInstructions } from './sessionHooks.js';
import { type Speaker, writeUser } from './speaker.js';
import { Interrupted } from './Timers.js';
import { ToolUse } from './ToolUse.js';
import type { Turn } from './Turn.js';
import {
  checkPrompt,
  notifyExpansion,
  notifyToolBatch,
  reportBlockedPrompt,
  turnMayStop,
} from './turnHooks.js';

/** So often may the model miss the shape that was asked for. */
const maxStructuredErrors = 5;
/** So long does the model take, at least, once the host has gone. */
const modelDelayWithoutHostMs = 200;

/** Plays one turn, up to where its result is due. */
export async function playTurn(
  cli: Cli,
  turn: Turn,
  steps: readonly Step[],
  /** Takes up what the user has written in the meantime, as the CLI does after tools. */
  takeUp: () => void,
): Promise<Ending> {
  const voice: Speaker = { turn, signal: turn.signal, conversation: cli.conversation };
  try {
    return await play(cli, voice, steps, takeUp);
  } catch (reason) {
    if (reason instanceof Interrupted) return interrupted(cli, voice, 'streaming');
    throw reason;
  }
}

async function play(
  cli: Cli,
  voice: Speaker,
  steps: readonly Step[],
  takeUp: () => void,
): Promise<Ending> {
  const { turn } = voice;
  const command = commandIn(cli, turn);
  const ran = command && (await runCommand(cli, voice, command));
  if (ran) return ran;
  await reloadInstructions(cli);
  const expansion = command && projectCommand(cli, command);
  const expanded = expansion === undefined ? undefined : command;
  if (expanded && !cli.traits.recent) await notifyExpansion(cli, turn, expanded);
  const objection = await checkPrompt(cli, turn);
  if (expanded && cli.traits.recent) await notifyExpansion(cli, turn, expanded);
  writeInit(cli, turn);
  if (objection) return reportBlockedPrompt(cli, objection);
  replay(cli, turn);
  for (const { content, uuid } of turn.messages)
    voice.conversation.addUser(expansion ?? content, uuid);
  const lines = modelScript(cli, voice, steps, turn.prompt);
  let isContinued = false;
  let isDue = true;
  let isShaped = false;
  for (;;) {
    // An answer in the shape that was asked for is the last, whatever the model has left to say.
    const beat = isShaped ? undefined : lines.next(isDue);
    if (beat === undefined || 'stop' in beat) {
      if (await turnMayStop(cli, voice, isContinued)) return { kind: 'completed' };
      isContinued = true;
      isDue = true;
      isShaped = false;
    } else if ('apiError' in beat) {
      return fails(cli, voice, scriptedFailure(beat));
    } else if (!('blocks' in beat)) {
      await playEventStep(cli, beat, voice.signal);
    } else {
      if (turn.stopReason === 'tool_use') takeUp();
      if (turn.answers >= (cli.flags.maxTurns ?? Number.POSITIVE_INFINITY))
        return { kind: 'maxTurns' };
      if (turn.isHostGone) await waitWithoutHost(cli, voice);
      const ending = await playAnswer(cli, voice, beat);
      if (ending) return ending;
      if (turn.structuredErrors.length >= maxStructuredErrors) return { kind: 'misshapen' };
      isDue = turn.stopReason !== 'end_turn';
      isShaped = turn.structured !== undefined;
    }
  }
}

/** A host that goes away sends a signal as well, which meets the CLI while it asks the model. */
async function waitWithoutHost(cli: Cli, { signal }: Speaker): Promise<void> {
  try {
    await cli.timers.sleep(modelDelayWithoutHostMs, signal);
  } catch (reason) {
    // 2.1.197 is gone before it says how the turn ended.
    if (!cli.traits.recent) cli.output.silence();
    throw reason;
  }
}

function replay(cli: Cli, turn: Turn): void {
  if (!cli.flags.replayUserMessages || turn.origin) return;
  for (const message of turn.messages) replayMessage(cli, message);
}

export function replayMessage(cli: Cli, { content, uuid }: Turn['messages'][number]): void {
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

/** One message of the model's and its tools; an ending, if it ends the turn. */
async function playAnswer(
  cli: Cli,
  voice: Speaker,
  answer: ModelAnswer,
): Promise<Ending | undefined> {
  const uses: ToolUse[] = [];
  const speech = new AnswerStream(cli, voice, (block) => {
    const use = new ToolUse(cli, voice, block);
    uses.push(use);
    // For an MCP tool the CLI does not wait until the message is whole.
    if (block.name.startsWith('mcp__')) use.startPreToolUse();
  });
  try {
    await speech.write(answer);
  } catch (reason) {
    if (reason instanceof Interrupted) return cutOff(cli, voice, speech);
    if (reason instanceof ApiFailure) return fails(cli, voice, reason);
    throw reason;
  }
  if (isOverBudget(cli)) return { kind: 'maxBudget' };
  return useTools(cli, voice, uses);
}

async function fails(cli: Cli, voice: Speaker, failure: ApiFailure): Promise<Ending> {
  const ending = reportApiFailure(cli, voice, failure);
  const error = failure.isLoggedOut ? failure.type : 'unknown';
  await cli.hooks.notify('StopFailure', { error, last_assistant_message: failure.text });
  return ending;
}

function cutOff(cli: Cli, voice: Speaker, speech: AnswerStream): Ending {
  // Interrupted before the model had begun, nobody has said so yet.
  if (!speech.wasInterrupted) return interrupted(cli, voice, 'streaming');
  return { kind: 'aborted', during: 'streaming' };
}

async function useTools(cli: Cli, voice: Speaker, uses: ToolUse[]): Promise<Ending | undefined> {
  let isStopped = false;
  for (const [index, use] of uses.entries()) {
    const rejectFrom = (first: number) => {
      for (const later of uses.slice(first)) later.reject();
    };
    try {
      const aftermath = await use.run();
      if (aftermath === 'abort') {
        rejectFrom(index + 1);
        return interrupted(cli, voice, cli.traits.recent ? 'tools' : 'streaming');
      }
      isStopped ||= aftermath === 'stop';
    } catch (reason) {
      if (!(reason instanceof Interrupted)) throw reason;
      rejectFrom(index);
      return interrupted(cli, voice, 'tools');
    }
  }
  if (isStopped) return { kind: 'hookStopped' };
  if (uses.length > 0) await notifyToolBatch(cli, uses);
  const isCutOff = voice.signal.aborted && !voice.turn.isHostGone;
  return isCutOff ? interrupted(cli, voice, 'tools') : undefined;
}

function interrupted(cli: Cli, voice: Speaker, during: 'tools' | 'streaming'): Ending {
  const suffix = during === 'tools' ? ' for tool use' : '';
  writeUser(cli, voice, [{ type: 'text', text: `[Request interrupted by user${suffix}]` }]);
  return { kind: 'aborted', during };
}
