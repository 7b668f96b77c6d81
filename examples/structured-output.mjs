// An answer in a shape of your own, checked before it is used.
import assert from 'node:assert/strict';
import { query } from 'claude-actors';
import { fakeCli } from 'claude-actors/testing';
import { z } from 'zod';

const Review = z.object({ safe: z.boolean(), findings: z.array(z.string()) });

// The model answers by calling a tool that the CLI makes from the schema.
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
