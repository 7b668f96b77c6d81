// A conversation is mirrored to a store and resumed from there, in another configuration folder.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query } from 'claude-actors';
import { cli } from './setUp.mjs';

const folder = mkdtempSync(join(tmpdir(), 'case-store-'));
const stored = new Map();
const sessionStore = {
  append: async ({ sessionId }, entries) => {
    stored.set(sessionId, [...(stored.get(sessionId) ?? []), ...entries]);
  },
  load: async ({ sessionId }) => stored.get(sessionId) ?? null,
};

async function ask(prompt, config, more) {
  const env = { CLAUDE_CONFIG_DIR: join(folder, config), ANTHROPIC_API_KEY: 'none' };
  const options = cli('stored.mjs', { cwd: folder, sessionStore, env, ...more });
  let result;
  for await (const message of query({ prompt, options })) {
    if (message.type === 'result') result = message;
  }
  assert.equal(result.is_error, false, result.result);
  return result.session_id;
}

try {
  const sessionId = await ask('one', 'here', {});
  const before = stored.get(sessionId).length;
  assert.ok(before > 0);
  assert.equal(await ask('two', 'there', { resume: sessionId }), sessionId);
  const texts = JSON.stringify(stored.get(sessionId));
  assert.match(texts, /"one"/);
  assert.match(texts, /"two"/);
  assert.ok(stored.get(sessionId).length > before);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
console.log('ok');
