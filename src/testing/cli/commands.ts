import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliTurn } from './CliTurn.js';
import type { Cli } from './cli.js';
import { compact } from './compact.js';
import { writeInit } from './initFrames.js';
import type { Ending } from './resultFrame.js';
import { notifySessionStart } from './sessionHooks.js';
import type { Speaker } from './speaker.js';
import { addCommandOutput, writeSynthetic } from './syntheticMessages.js';
import { costText } from './usageReports.js';

export interface CommandCall {
  name: string;
  args: string;
}

/** The slash command that a turn consists of, if any. A scripted model has no commands. */
export function commandIn(
  { scenario }: Cli,
  { messages, origin, prompt }: CliTurn,
): CommandCall | undefined {
  if (scenario.model !== 'api' || messages.length !== 1 || origin) return undefined;
  const [, name, args = ''] = /^\/([\w:-]+)\s*(.*)$/s.exec(prompt) ?? [];
  return name === undefined ? undefined : { name, args };
}

const ownCommands: Readonly<Record<string, (cli: Cli, speaker: Speaker) => Promise<string>>> = {
  clear,
  compact,
  cost,
};

/** Runs a built-in command; undefined if there is none of this name. */
export async function runSlashCommand(
  cli: Cli,
  speaker: Speaker,
  { name }: CommandCall,
): Promise<Ending | undefined> {
  const run = Object.hasOwn(ownCommands, name) ? ownCommands[name] : undefined;
  return run && { kind: 'command', name, text: await run(cli, speaker) };
}

/** The prompt of a command that the project defines. */
export function projectCommand(
  { cwd, flags, scenario }: Cli,
  { name, args }: CommandCall,
): string | undefined {
  if (scenario.tools !== 'real' || !flags.settingSources.includes('project')) return undefined;
  const file = join(cwd, '.claude', 'commands', `${name.replaceAll(':', '/')}.md`);
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('$ARGUMENTS', args) : undefined;
}

async function clear(cli: Cli, speaker: Speaker): Promise<string> {
  const { hooks, output, traits, timers } = cli;
  await hooks.notify('SessionEnd', { reason: 'clear' });
  const next = randomUUID();
  if (traits.recent) {
    output.message({
      type: 'conversation_reset',
      new_conversation_id: next,
      trigger: 'clear',
      user_message_uuid: speaker.turn.uuids.at(-1),
      timestamp: new Date(timers.now()).toISOString(),
    });
    output.message({ type: 'system', subtype: 'background_tasks_changed', tasks: [] });
  }
  output.sessionId = next;
  cli.conversation.clear(cli.transcripts.start());
  await notifySessionStart(cli, 'clear');
  writeInit(cli, speaker.turn);
  if (!traits.recent) writeSynthetic(cli, speaker, '(no content)');
  return '';
}

async function cost(cli: Cli, speaker: Speaker): Promise<string> {
  const text = costText(cli);
  writeInit(cli, speaker.turn);
  writeSynthetic(cli, speaker, text);
  addCommandOutput(speaker, text);
  return text;
}
