#!/usr/bin/env node
// A CLI that does as little as it can: it says what BENCH_PLAN tells it, as fast as the pipe takes it.
import { readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const plan = JSON.parse(process.env.BENCH_PLAN ?? '{}');
const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000';
const now = () => Number(process.hrtime.bigint()) / 1000;

if (process.argv.includes('--version')) {
  console.log('2.1.325 (Claude Code)');
  process.exit(0);
}

const bytes = plan.file && readFileSync(plan.file);
const say = (frame) => write(Buffer.from(`${JSON.stringify(frame)}\n`));

function write(buffer) {
  let at = 0;
  while (at < buffer.length) {
    try {
      at += writeSync(1, buffer, at, Math.min(buffer.length - at, 65536));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

const state = (name) =>
  say({ type: 'system', subtype: 'session_state_changed', state: name, session_id: sessionId });
const lifecycle = (uuid, name) =>
  uuid &&
  say({ type: 'command_lifecycle', command_uuid: uuid, state: name, session_id: sessionId });

/** Asks for so many hooks, some of them at once; gives the times of their round trips in µs. */
function hooks({ count, inFlight }) {
  const times = [];
  let asked = 0;
  return new Promise((resolve) => {
    const ask = () => {
      if (asked === count) return;
      asked += 1;
      const id = `hook-${asked}`;
      const start = now();
      waiting.set(id, () => {
        times.push(now() - start);
        if (times.length === count) resolve(times);
        else ask();
      });
      const input = {
        session_id: sessionId,
        transcript_path: '/tmp/transcript.jsonl',
        cwd: '/tmp',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_use_id: `toolu_${asked}`,
      };
      const request = { subtype: 'hook_callback', callback_id: hookId, input };
      say({ type: 'control_request', request_id: id, request });
    };
    for (let i = 0; i < inFlight; i++) ask();
  });
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

async function turn(uuid) {
  lifecycle(uuid, 'queued');
  lifecycle(uuid, 'started');
  state('running');
  say({ type: 'system', subtype: 'init', session_id: sessionId, said: now() });
  if (bytes) write(bytes);
  const start = now();
  const times = plan.hooks ? await hooks(plan.hooks) : [];
  say({
    type: 'result',
    subtype: 'success',
    is_error: false,
    duration_ms: 1,
    duration_api_ms: 1,
    num_turns: 1,
    result: JSON.stringify({ total: now() - start, median: times.length ? median(times) : 0 }),
    session_id: sessionId,
    total_cost_usd: 0,
    usage: {},
    user_message_uuids: uuid ? [uuid] : [],
  });
  lifecycle(uuid, 'completed');
  state('idle');
}

let hookId;
const waiting = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const frame = JSON.parse(line);
  if (frame.type === 'user') {
    turn(frame.uuid);
  } else if (frame.type === 'control_request') {
    hookId ??= frame.request.hooks?.PreToolUse?.[0]?.hookCallbackIds[0];
    const response = { commands: [], models: [], agents: [], account: {} };
    const answer = { subtype: 'success', request_id: frame.request_id, response };
    say({ type: 'control_response', response: answer });
  } else if (frame.type === 'control_response') {
    const id = frame.response.request_id;
    const done = waiting.get(id);
    waiting.delete(id);
    done?.();
  }
}
