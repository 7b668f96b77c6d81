import { spawn } from 'node:child_process';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

const spawnClaudeCodeProcess = ({ command, args, cwd, env, signal }) => {
  tell('spawn', { cwd, home: env.HOME, isSignal: signal instanceof AbortSignal });
  return spawn(command, args, { cwd, env, signal, stdio: ['pipe', 'pipe', 'pipe'] });
};
const stderr = (text) => tell('stderr', text);
const options = { ...cli, cwd: process.cwd(), spawnClaudeCodeProcess, stderr };
await tellAll(query({ prompt: 'Say hello', options }));
