// Checked by `npm run typecheck`, not run.
import type { SDKResultMessage, SDKUserMessage } from '../../../src/index.js';

export const ofPrompt: SDKUserMessage['uuid'] = 'any text';
export const ofResult: SDKResultMessage['uuid'] = 'any text';
