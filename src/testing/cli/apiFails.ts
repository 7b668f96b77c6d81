import type { ApiErrorStep } from '../scenario.js';
import type { Cli } from './Cli.js';
import { syntheticUsage } from './Meter.js';
import type { Ending } from './resultFrame.js';
import { sayAssistant, type Voice } from './Voice.js';

/** The API fails: the CLI says so in the model's place, and the turn is over. */
export function apiFails(cli: Cli, voice: Voice, { apiError }: ApiErrorStep): Ending {
  const { status, message, type = 'invalid_request_error' } = apiError;
  const { recent } = cli.traits;
  const text = `API Error: ${status} ${message}`;
  const synthetic = {
    id: voice.turn.promptId,
    container: null,
    model: '<synthetic>',
    role: 'assistant',
    stop_details: null,
    stop_reason: 'stop_sequence',
    stop_sequence: '',
    type: 'message',
    usage: syntheticUsage(cli.traits),
    content: [{ type: 'text', text }],
    context_management: null,
    ...(recent && { diagnostics: null }),
  };
  const told = { is_api_error_message: true, api_error_status: status, api_error_type: type };
  sayAssistant(cli, voice, synthetic, { error: 'unknown', ...(recent && told) });
  return { kind: 'apiError', status, type, text };
}
