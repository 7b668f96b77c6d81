// Test an application without a model: the CLI is a script in memory, and the clock is simulated.
import assert from 'node:assert/strict';
import { block, startSession } from 'claude-actors';
import { fakeCli, simulatedClock } from 'claude-actors/testing';

/** The application: an agent that must never touch production. */
async function deploy(task, options) {
  const guard = ({ tool_input: { command } }) =>
    command.includes('production') ? block('Not without a person.') : {};
  const session = await startSession({
    options: { ...options, hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [guard] }] } },
  });
  try {
    return await session.send(task).result;
  } finally {
    await session.stop();
  }
}

// The script says what the model would do.
const eager = fakeCli({
  turns: [
    [
      { tool: 'Bash', input: { command: 'deploy production' }, result: 'deployed' },
      { text: 'I was not allowed to.' },
    ],
  ],
});
const { result } = await deploy('Deploy it', { port: eager.port });
assert.equal(result, 'I was not allowed to.');
assert.deepEqual(eager.ran, []);

// A CLI that never answers the handshake. The simulated clock skips the 30 seconds.
const clock = simulatedClock();
const silent = fakeCli({ faults: { initializeSilence: true } }, { clock });
const start = startSession({ options: { port: silent.port, clock } });
const failed = assert.rejects(start, { code: 'InitializeTimeout' });
await new Promise((resolve) => setImmediate(resolve));
clock.increment(30_000);
await failed;
console.log('ok: a blocked deployment and a silent CLI, in no time');
