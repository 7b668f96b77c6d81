import { randomUUID } from 'node:crypto';
import { Conversation } from './Conversation.js';
import type { Cli } from './cli.js';
import type { Frame } from './Output.js';
import { type Speaker, writeAssistant } from './speaker.js';
import { syntheticUsage } from './UsageMeter.js';

/** A message that the CLI says in the model's place. */
export function syntheticMessage({ traits }: Cli, text: string, id: string = randomUUID()): Frame {
  return {
    id,
    container: null,
    model: '<synthetic>',
    role: 'assistant',
    stop_details: null,
    stop_reason: 'stop_sequence',
    stop_sequence: '',
    type: 'message',
    usage: syntheticUsage(traits),
    content: [{ type: 'text', text }],
    context_management: null,
    ...(traits.recent && { diagnostics: null }),
  };
}

/** Says what a command has to say; the model does not hear it as its own. */
export function writeSynthetic(cli: Cli, voice: Speaker, text: string): void {
  writeAssistant(cli, { ...voice, conversation: new Conversation() }, syntheticMessage(cli, text));
}

/** The model learns what a command said. */
export function addCommandOutput({ conversation }: Speaker, text: string): void {
  conversation.addUser(`<local-command-stdout>${text}</local-command-stdout>`);
}

/** The host sees what a command said. */
export function writeCommandOutput({ output, timers }: Cli, text: string): void {
  output.message({
    type: 'user',
    message: { role: 'user', content: `<local-command-stdout>${text}</local-command-stdout>` },
    parent_tool_use_id: null,
    timestamp: new Date(timers.now()).toISOString(),
    isReplay: true,
  });
}
