// `ClaudeSDKClient` from the Python SDK, with the same method names.
import assert from 'node:assert/strict';
import { ClaudeSDKClient } from 'claude-actors';
import { simulatedCliPath } from 'claude-actors/testing';

const client = new ClaudeSDKClient({ pathToClaudeCodeExecutable: simulatedCliPath });

// Before `connect` there is no process to send a query to.
await assert.rejects(client.query('Hello'), { code: 'NotConnected' });

const answers = [];
await client.connect();
for (const prompt of ['Hello', 'And goodbye']) {
  await client.query(prompt);
  for await (const message of client.receiveResponse()) {
    if (message.type === 'result') answers.push(message.result);
  }
}
// Use the session for everything that the client has no method for.
const [command] = await client.session.supportedCommands();
await client.disconnect();

assert.match(answers[0], /Hello/);
assert.match(answers[1], /And goodbye/);
assert.ok(command.name);
console.log('ok: two questions, two answers');
