// Tell errors apart by their code. Each message says what to do next.
import assert from 'node:assert/strict';
import { ClaudeActorsError, isTerminal, query, startSession } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';

async function errorOf(run) {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof ClaudeActorsError);
    return error;
  }
  return undefined;
}

const simulated = (scenario) => ({
  pathToClaudeCodeExecutable: simulatedCliPath,
  env: { ...process.env, CLAUDE_ACTORS_SCENARIO: scenario },
});
async function ask(options) {
  let last;
  for await (const message of query('Hello', options)) last = message;
  return last;
}

// Before the start: your program has a bug.
const typo = await errorOf(() => ask({ maxTurns: 'five' }));
assert.equal(typo.code, 'InvalidOption');
assert.equal(typo.category, 'option');
assert.match(typo.message, /maxTurns/);

// During the start: something is missing on this machine.
const missing = await errorOf(() =>
  startSession({ options: { pathToClaudeCodeExecutable: '/nowhere/claude' } }),
);
assert.equal(missing.code, 'CliNotFound');
assert.equal(missing.category, 'start');
assert.equal(missing.details.trace[0].outcome, 'missing');

// During the run: the process died.
const crashed = await errorOf(() => ask(simulated('crash')));
assert.equal(crashed.code, 'ProcessError');
assert.equal(crashed.details.exitCode, 70);
assert.match(crashed.details.stderrTail, /out of luck/);
assert.equal(isTerminal(crashed), true);

// An API failure is a result with `is_error`. The plain loop of a query throws after it; `items()`,
// one-shot mode and `turn.result` do not.
const failed = await errorOf(() => ask(simulated('errors')));
assert.equal(failed.code, 'ErrorResult');
const result = await ask({ ...simulated('errors'), mode: 'oneShot' });
assert.equal(result.is_error, true);
assert.equal(result.api_error_status, 400);
console.log(`ok: ${[typo, missing, crashed, failed].map(({ code }) => code).join(', ')}`);
