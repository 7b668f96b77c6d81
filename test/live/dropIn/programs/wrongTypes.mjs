import { pathToFileURL } from 'node:url';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

/** What programs in JavaScript pass: from a command line, from conditions, from other SDKs. */
const given = [
  { maxTurns: '3', includePartialMessages: 1 },
  { maxTurns: 0, sessionId: '', permissionMode: '', resume: '', model: '' },
  { allowedTools: ['Bash', undefined, ''], disallowedTools: ['Write,Edit', 'Read'] },
  { env: { ...process.env, PORT: 3000, VERBOSE: true, GONE: undefined } },
  { extraArgs: { 'max-turns': 3, verbose: true }, outputFormat: { type: 'text' } },
  { executable: process.execPath, settingSources: [] },
  { cwd: pathToFileURL(process.cwd()) },
];
for (const options of given) {
  await tellAll(query({ prompt: 'Look around', options: { ...cli, ...options } }));
}

// A program may go on with its own list, or freeze its options.
const options = { ...cli, allowedTools: ['Read'] };
const run = query({ prompt: 'Look around', options });
options.allowedTools.push('Bash');
await tellAll(run);
await tellAll(query({ prompt: 'Look around', options: Object.freeze({ ...cli }) }));
tell('kept', options.allowedTools);
