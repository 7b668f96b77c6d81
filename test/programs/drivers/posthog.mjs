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

/** What an error says, without where it was created. */
function said(failure) {
  if (failure === undefined) return undefined;
  const { name, message } = JSON.parse(failure);
  return { name, message };
}

await drive(
  stepsWith(wrapped, async () => {
    for (const { event, properties } of captured) {
      const { $ai_error: failure, ...others } = properties;
      const steady = Object.entries(others).filter(([name]) => !measured.test(name));
      tell('event', { event, properties: Object.fromEntries(steady), failure: said(failure) });
    }
  }),
);
