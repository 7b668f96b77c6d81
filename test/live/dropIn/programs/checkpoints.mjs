import { existsSync, readFileSync } from 'node:fs';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell } from './record.mjs';

let answered = () => {};
async function* input() {
  for (const text of ['Write one', 'Write two']) {
    const answer = new Promise((resolve) => {
      answered = resolve;
    });
    yield said(text);
    await answer;
  }
}

const options = {
  ...cli,
  enableFileCheckpointing: true,
  permissionMode: 'acceptEdits',
  extraArgs: { 'replay-user-messages': null },
};
const run = query({ prompt: input(), options });
const points = [];
let results = 0;
for await (const message of run) {
  tell('message', message);
  if (message.type === 'user' && typeof message.message.content === 'string') {
    points.push(message.uuid);
  }
  if (message.type !== 'result') continue;
  results += 1;
  tell('file', readFileSync('note.txt', 'utf8'));
  if (results === 2) {
    tell('answer', await run.rewindFiles(points.at(-1), { dryRun: true }));
    tell('answer', await run.rewindFiles(points.at(-1)));
    tell('file', existsSync('note.txt') && readFileSync('note.txt', 'utf8'));
  }
  answered();
}
tell('ending', points.length);
