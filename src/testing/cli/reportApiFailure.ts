import type { ApiErrorStep } from '../scenario.js';
import { ApiFailure } from './api/ApiFailure.js';
import type { Cli } from './cli.js';
import type { Ending } from './resultFrame.js';
import { type Speaker, writeAssistant } from './speaker.js';
import { syntheticMessage } from './syntheticMessages.js';

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
