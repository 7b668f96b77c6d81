#!/usr/bin/env node
// A fake CLI that does as little as possible. BENCH_PLAN, in JSON, tells it what to write in a turn:
// `file` (NDJSON to copy to stdout), `times` (how often), `hooks` ({ count, concurrency }).
import { readFileSync, writeSync } from 'node:fs';
import { hookIdIn, hookRequest, init, lifecycle, result, state, success } from './frames.mjs';
import { nowUs } from './nowUs.mjs';

const plan = JSON.parse(process.env.BENCH_PLAN ?? '{}');
const bytes = plan.file && readFileSync(plan.file);
const pendingHooks = new Map();
let hookId;

function write(buffer) {
  for (let at = 0; at < buffer.length; ) {
    at += writeSync(1, buffer, at, Math.min(buffer.length - at, 65536));
  }
}

const send = (frame) => write(Buffer.from(`${JSON.stringify(frame)}\n`));
const sendLifecycle = (uuid, name) => uuid && send(lifecycle(uuid, name));

function callHook(number, onAnswer) {
  const id = `hook-${number}`;
  pendingHooks.set(id, onAnswer);
  send(hookRequest(id, hookId, `toolu_${number}`));
}

/** Calls `count` hooks, `concurrency` of them at once. Resolves with their round-trip times. */
function callHooks({ count, concurrency }) {
  const times = [];
  let called = 0;
  return new Promise((resolve) => {
    const callNext = () => {
      if (called === count) return;
      called += 1;
      const start = nowUs();
      callHook(called, () => {
        times.push(nowUs() - start);
        if (times.length === count) resolve(times);
        else callNext();
      });
    };
    for (let i = 0; i < concurrency; i++) callNext();
  });
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

async function runTurn(uuid) {
  const startedAt = nowUs();
  sendLifecycle(uuid, 'queued');
  sendLifecycle(uuid, 'started');
  send(state('running'));
  send(init({ startedAt }));
  for (let time = 0; bytes && time < (plan.times ?? 1); time++) write(bytes);
  const start = nowUs();
  const times = plan.hooks ? await callHooks(plan.hooks) : [0];
  const hooks = { totalUs: nowUs() - start, medianUs: median(times) };
  send(result(JSON.stringify(hooks), uuid ? [uuid] : []));
  sendLifecycle(uuid, 'completed');
  send(state('idle'));
}

function onControlResponse({ subtype, request_id, error }) {
  // A refused hook would be fast and count as answered.
  if (subtype !== 'success') throw new Error(`${request_id} was answered with ${error}.`);
  const onAnswer = pendingHooks.get(request_id);
  pendingHooks.delete(request_id);
  onAnswer();
}

function onFrame(frame) {
  if (frame.type === 'user') runTurn(frame.uuid);
  else if (frame.type === 'control_response') onControlResponse(frame.response);
  else if (frame.type === 'control_request') {
    hookId ??= hookIdIn(frame.request);
    send(success(frame.request_id));
  }
}

if (process.argv.includes('--version')) {
  console.log('2.1.325 (Claude Code)');
} else {
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) onFrame(JSON.parse(line));
  });
}
