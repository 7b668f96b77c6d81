import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../codec/jsonObject.js';
import type { ApiErrorStep } from '../scenario.js';
import { ApiFailure } from './api/ApiFailure.js';
import { Conversation } from './Conversation.js';
import type { Cli } from './cli.js';
import type { Ending } from './resultFrame.js';
import { type Speaker, writeAssistant } from './speaker.js';
import { syntheticUsage } from './UsageMeter.js';

/** A message that the CLI writes in place of the model. */
export function syntheticMessage(
  { traits }: Cli,
  text: string,
  id: string = randomUUID(),
): JsonObject {
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

/** Writes the output of a command as a message. It does not become part of the conversation. */
export function writeSynthetic(cli: Cli, speaker: Speaker, text: string): void {
  writeAssistant(
    cli,
    { ...speaker, conversation: new Conversation() },
    syntheticMessage(cli, text),
  );
}

/** Adds the output of a command to the conversation, for the model. */
export function addCommandOutput({ conversation }: Speaker, text: string): void {
  conversation.addUser(`<local-command-stdout>${text}</local-command-stdout>`);
}

/** Writes the output of a command, for the host. */
export function writeCommandOutput({ output, timers }: Cli, text: string): void {
  output.message({
    type: 'user',
    message: { role: 'user', content: `<local-command-stdout>${text}</local-command-stdout>` },
    parent_tool_use_id: null,
    timestamp: new Date(timers.now()).toISOString(),
    isReplay: true,
  });
}

/** The failure that a step of the scenario describes. */
export function scriptedFailure({ apiError }: ApiErrorStep): ApiFailure {
  const { status, message, type = 'invalid_request_error' } = apiError;
  return new ApiFailure(status, message, type);
}

/** Writes the API's failure as a message in place of the model, and ends the turn. */
export function reportApiFailure(cli: Cli, speaker: Speaker, failure: ApiFailure): Ending {
  const { status, type, text, isLoggedOut, messageKind: error } = failure;
  const { recent } = cli.traits;
  const synthetic = syntheticMessage(cli, text, speaker.turn.promptId);
  const fields = {
    is_api_error_message: true,
    ...(!isLoggedOut && { api_error_status: status, api_error_type: type }),
  };
  writeAssistant(cli, speaker, synthetic, { error, ...(recent && fields) });
  return { kind: 'apiError', status, type, text };
}
