import * as sdk from '@anthropic-ai/claude-agent-sdk';
import { drive } from './drive.mjs';
import { stepsWith } from './wrapped.mjs';

await drive(stepsWith(sdk, () => {}));
