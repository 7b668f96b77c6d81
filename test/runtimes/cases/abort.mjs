// An abort ends a query in the middle of an answer.
import assert from 'node:assert/strict';
import { query } from 'claude-actors';
import { cli, gone } from './setUp.mjs';

for (const mode of ['oneShot', 'session']) {
  const pids = [];
  const logger = { info: ({ pid }) => pid && pids.push(pid), debug() {}, warn() {}, error() {} };
  const abortController = new AbortController();
  const options = cli('interrupt', { mode, abortController, logger });
  await assert.rejects(
    async () => {
      for await (const message of query({ prompt: 'A long story', options })) {
        if (message.type === 'system') abortController.abort();
      }
    },
    { code: 'Aborted' },
  );
  assert.ok(pids.length > 0);
  await gone(pids[0]);
}
console.log('ok');
