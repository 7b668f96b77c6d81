// A chat server over HTTP, and tests of every life that its sessions can have. The tests were made by
//   npx claude-actors generate-tests --out examples/chat-server --runner node
// and the driver filled in. They pass, and they find the bugs of a server that forgets the bad days.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

function test(chat) {
  const tests = fileURLToPath(new URL('./session.lives.test.mjs', import.meta.url));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--test', '--test-reporter=tap', tests];
  const { stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...env, CHAT: chat },
  });
  const count = (what) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(stdout)?.[1]);
  return { stdout, passed: count('pass'), failed: count('fail'), skipped: count('skipped') };
}

const careful = test('careful');
console.log(`careful: ${careful.passed} lives survived, ${careful.failed} not`);
if (careful.failed > 0) console.log(careful.stdout.slice(0, 3000));

const forgetful = test('forgetful');
console.log(`forgetful: ${forgetful.passed} lives survived, ${forgetful.failed} not:`);
const reasons = ['"app sends a message" (step 3) has never settled', 'a dead approval is shown'];
for (const reason of reasons) {
  assert.ok(forgetful.stdout.includes(reason), reason);
  console.log(`  ${reason}`);
}

assert.equal(careful.failed, 0);
assert.ok(careful.passed > 30);
assert.ok(forgetful.failed > 3);
console.log('ok: the tests let the careful server pass, and find both bugs of the forgetful one');
