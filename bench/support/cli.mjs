#!/usr/bin/env node
// A CLI that does as little as it can: it says what BENCH_PLAN tells it, as fast as the pipe takes it.
import { readFileSync, writeSync } from 'node:fs';
import { hookIn, hookRequest, init, lifecycle, result, state, success } from './frames.mjs';

const plan = JSON.parse(process.env.BENCH_PLAN ?? '{}');
/** Microseconds, by the clock that all processes share. */
const now = () => Number(process.hrtime.bigint()) / 1000;
const bytes = plan.file && readFileSync(plan.file);
const waiting = new Map();
let hookId;

function write(buffer) {
  for (let at = 0; at < buffer.length; ) {
    at += writeSync(1, buffer, at, Math.min(buffer.length - at, 65536));
  }
}

const say = (frame) => write(Buffer.from(`${JSON.stringify(frame)}\n`));
const sayLifecycle = (uuid, name) => uuid && say(lifecycle(uuid, name));

function askHook(number, answered) {
  const id = `hook-${number}`;
  waiting.set(id, answered);
  say(hookRequest(id, hookId, `toolu_${number}`));
}

/** Asks for so many hooks, some of them at once; gives the times of their round trips. */
function askHooks({ count, atOnce }) {
  const times = [];
  let asked = 0;
  return new Promise((resolve) => {
    const ask = () => {
      if (asked === count) return;
      asked += 1;
      const start = now();
      askHook(asked, () => {
        times.push(now() - start);
        if (times.length === count) resolve(times);
        else ask();
      });
    };
    for (let i = 0; i < atOnce; i++) ask();
  });
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

async function turn(uuid) {
  const begun = now();
  sayLifecycle(uuid, 'queued');
  sayLifecycle(uuid, 'started');
  say(state('running'));
  say(init({ begun }));
  for (let time = 0; bytes && time < (plan.times ?? 1); time++) write(bytes);
  const start = now();
  const times = plan.hooks ? await askHooks(plan.hooks) : [0];
  const hooks = { totalUs: now() - start, medianUs: median(times) };
  say(result(JSON.stringify(hooks), uuid ? [uuid] : []));
  sayLifecycle(uuid, 'completed');
  say(state('idle'));
}

function answer({ request_id, request }) {
  hookId ??= hookIn(request);
  say(success(request_id));
}

function take(frame) {
  if (frame.type === 'user') turn(frame.uuid);
  else if (frame.type === 'control_request') answer(frame);
  else if (frame.type === 'control_response') {
    const { subtype, request_id, error } = frame.response;
    // A hook that was refused is fast, and no answer.
    if (subtype !== 'success') throw new Error(`${request_id} was answered with ${error}.`);
    const answered = waiting.get(request_id);
    waiting.delete(request_id);
    answered();
  }
}

if (process.argv.includes('--version')) {
  console.log('2.1.325 (Claude Code)');
} else {
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) take(JSON.parse(line));
  });
}
