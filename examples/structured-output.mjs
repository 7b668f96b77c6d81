// An answer in your own format, validated before you use it.
import assert from 'node:assert/strict';
import { query } from 'claude-actors';
import { fakeCli } from 'claude-actors/testing';
import { z } from 'zod';

const Review = z.object({ safe: z.boolean(), findings: z.array(z.string()) });

// The CLI turns the schema into a tool, and the model answers by calling it.
const answer = { safe: false, findings: ['The lock is never released.'] };
const cli = fakeCli({ turns: [[{ tool: 'StructuredOutput', input: answer }]] });

const options = {
  port: cli.port,
  outputFormat: { type: 'json_schema', schema: z.toJSONSchema(Review) },
};

let review;
for await (const message of query('Review this change', options)) {
  if (message.type === 'result' && message.subtype === 'success') {
    review = Review.parse(message.structured_output);
  }
}

assert.deepEqual(review, answer);
console.log(`ok: ${review.findings[0]}`);
