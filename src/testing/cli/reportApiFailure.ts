import type { ApiErrorStep } from '../scenario.js';
import { ApiFailure } from './api/ApiFailure.js';
import type { Cli } from './cli.js';
import type { Ending } from './resultFrame.js';
import { type Speaker, writeAssistant } from './speaker.js';
import { syntheticMessage } from './syntheticMessages.js';

/** The failure that a step of the scenario wants. */
export function scriptedFailure({ apiError }: ApiErrorStep): ApiFailure {
  const { status, message, type = 'invalid_request_error' } = apiError;
  return new ApiFailure(status, message, type);
}

/** The API fails: the CLI says so in the model's place, and the turn is over. */
export function reportApiFailure(cli: Cli, voice: Speaker, failure: ApiFailure): Ending {
  const { status, type, text, isLoggedOut, messageKind: error } = failure;
  const { recent } = cli.traits;
  const synthetic = syntheticMessage(cli, text, voice.turn.promptId);
  const told = {
    is_api_error_message: true,
    ...(!isLoggedOut && { api_error_status: status, api_error_type: type }),
  };
  writeAssistant(cli, voice, synthetic, { error, ...(recent && told) });
  return { kind: 'apiError', status, type, text };
}
