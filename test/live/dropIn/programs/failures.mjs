import { spawn } from 'node:child_process';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, failure, settled, tell, tellAll } from './record.mjs';

const prompt = 'Talk without end';

await tellAll(query({ prompt, options: { pathToClaudeCodeExecutable: '/nowhere/claude' } }));
await tellAll(query({ prompt, options: { ...cli, cwd: '/nowhere' } }));
await tellAll(query({ prompt, options: { ...cli, extraArgs: { 'no-such-flag': null } } }));

const aborted = new AbortController();
aborted.abort();
try {
  for await (const message of query({ prompt, options: { ...cli, abortController: aborted } })) {
    tell('message', message);
  }
} catch (error) {
  tell('aborted before', error instanceof Error);
}

let child;
const spawnClaudeCodeProcess = ({ command, args, cwd, env, signal }) => {
  child = spawn(command, args, { cwd, env, signal, stdio: ['pipe', 'pipe', 'pipe'] });
  return child;
};
try {
  for await (const message of query({ prompt, options: { ...cli, spawnClaudeCodeProcess } })) {
    tell('message', message);
    if (message.type === 'assistant') child.kill('SIGKILL');
  }
} catch (error) {
  tell('ending', failure(error));
}

const closed = query({ prompt, options: { ...cli } });
for await (const message of closed) {
  tell('message', message);
  if (message.type === 'assistant') {
    const pending = settled(closed.mcpServerStatus());
    closed.close();
    tell('pending', typeof (await pending));
    break;
  }
}
tell('after close', await settled(closed.setModel('claude-opus-4-5')));
tell('after close', await closed.next());
