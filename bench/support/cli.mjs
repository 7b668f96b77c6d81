#!/usr/bin/env node
// A CLI that does as little as it can: it says what BENCH_PLAN tells it, as fast as the pipe takes it.
import { readFileSync, writeSync } from 'node:fs';

const plan = JSON.parse(process.env.BENCH_PLAN ?? '{}');
const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000';
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
const state = (name) =>
  say({ type: 'system', subtype: 'session_state_changed', state: name, session_id: sessionId });
const lifecycle = (uuid, name) =>
  uuid &&
  say({ type: 'command_lifecycle', command_uuid: uuid, state: name, session_id: sessionId });

function askHook(number, answered) {
  const id = `hook-${number}`;
  waiting.set(id, answered);
  const input = {
    session_id: sessionId,
    transcript_path: '/tmp/transcript.jsonl',
    cwd: '/tmp',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: `toolu_${number}`,
  };
  const request = { subtype: 'hook_callback', callback_id: hookId, input };
  say({ type: 'control_request', request_id: id, request });
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
  lifecycle(uuid, 'queued');
  lifecycle(uuid, 'started');
  state('running');
  say({ type: 'system', subtype: 'init', session_id: sessionId, begun });
  if (bytes) write(bytes);
  const start = now();
  const times = plan.hooks ? await askHooks(plan.hooks) : [0];
  const hooks = { totalUs: now() - start, medianUs: median(times) };
  say({
    type: 'result',
    subtype: 'success',
    is_error: false,
    duration_ms: 1,
    duration_api_ms: 1,
    num_turns: 1,
    result: JSON.stringify(hooks),
    session_id: sessionId,
    total_cost_usd: 0,
    usage: {},
    user_message_uuids: uuid ? [uuid] : [],
  });
  lifecycle(uuid, 'completed');
  state('idle');
}

function answer({ request_id, request }) {
  hookId ??= request.hooks?.PreToolUse?.[0]?.hookCallbackIds[0];
  const response = { commands: [], models: [], agents: [], account: {} };
  say({ type: 'control_response', response: { subtype: 'success', request_id, response } });
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
