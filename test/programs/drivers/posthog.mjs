import * as sdk from '@anthropic-ai/claude-agent-sdk';
import { PostHogClaudeAgentProcessor } from '@posthog/ai/claude-agent-sdk';
import { drive, tell } from './drive.mjs';
import { stepsWith } from './wrapped.mjs';

/** Stands in for the service: keeps what would be sent to it. */
const captured = [];
const client = { capture: (event) => captured.push(event), options: {} };
const processor = new PostHogClaudeAgentProcessor({ client, distinctId: 'somebody' });
const wrapped = { ...sdk, query: (params) => processor.query(params) };

/** Measured on this machine. */
const measured = /latency|time_to_first_token|_ms$/;

await drive(
  stepsWith(wrapped, async () => {
    for (const { event, properties } of captured) {
      const steady = Object.entries(properties).filter(([name]) => !measured.test(name));
      tell('event', { event, properties: Object.fromEntries(steady) });
    }
  }),
);
